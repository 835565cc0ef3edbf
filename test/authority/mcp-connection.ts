import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Visitor } from './visitor.ts';

export const redirectUri = 'http://127.0.0.1:33418/';

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** Registers a client once. Each person then connects it with their own browser. */
export async function registerClient(url: string): Promise<string> {
  const response = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Matrix', redirect_uris: [redirectUri] }),
  });
  return ((await response.json()) as { client_id: string }).client_id;
}

/** A consent page that is open in the browser of a signed-in person. */
export interface OpenConsent {
  verifier: string;
  approve(): Promise<string | null>;
}

export async function openConsent(
  url: string,
  clientId: string,
  browser: Visitor,
  workspaceId: string,
): Promise<OpenConsent> {
  const verifier = randomBytes(32).toString('base64url');
  const parameters = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    state: 'state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${url}/mcp`,
  });
  const { text, path } = await browser.follow(`/oauth/authorize?${parameters}`);
  const form = new URLSearchParams({ csrf: /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? '' });
  form.set('workspace', workspaceId);
  form.set('decision', 'approve');
  form.set('creditsPerDay', '25');
  form.set('recipientsPerDay', '0');
  for (const name of ['scope', 'group'])
    for (const [, value = ''] of text.matchAll(new RegExp(`name="${name}" value="([^"]+)"`, 'g')))
      form.append(name, value);
  return {
    verifier,
    /** Returns the authorization code, or null if the product rejects the consent. */
    async approve() {
      const answer = await browser.post(path, form);
      if (answer.location === '') return null;
      const { location } = await browser.follow(answer.location);
      return URL.parse(location)?.searchParams.get('code') ?? null;
    },
  };
}

export async function exchangeCode(url: string, clientId: string, code: string, verifier: string) {
  return requestTokens(url, {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code,
    code_verifier: verifier,
  });
}

export function refresh(url: string, clientId: string, refreshToken: string) {
  return requestTokens(url, { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken });
}

async function requestTokens(url: string, parameters: Record<string, string>): Promise<Tokens | null> {
  const response = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(parameters) });
  return response.ok ? ((await response.json()) as Tokens) : null;
}

interface Rpc {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of all shapes.
  result?: any;
}

function post(url: string, token: string, message: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });
}

export async function rpc(url: string, token: string, method: string, params: object = {}): Promise<Rpc> {
  const response = await post(url, token, { id: 1, method, params });
  const body = (await response.json()) as Pick<Rpc, 'result'>;
  return { status: response.status, result: body.result };
}

/** Structured content of a tool call, or null if it was rejected. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of all shapes.
export async function callTool(url: string, token: string, name: string, args: object): Promise<any> {
  const { status, result } = await rpc(url, token, 'tools/call', { name, arguments: args });
  return status === 200 && !result?.isError ? result?.structuredContent : null;
}

/** A confirmation whose question to the person is open in their client. */
export interface OpenQuestion {
  /** True if its stream was closed. */
  hasEnded(): boolean;
  /** Accepts as the person. Returns true if the action was carried out. */
  accept(): Promise<boolean>;
}

/** Prepares a tag and confirms it, up to the question that the client shows. */
export async function openQuestion(url: string, token: string): Promise<OpenQuestion> {
  const { confirmWith, confirmationId, what } = await callTool(url, token, 'create_tag', { name: randomUUID() });
  const params = { name: confirmWith, arguments: { confirmationId, what } };
  const session = { 'mcp-session-id': `asks-form-none.${randomUUID()}` };
  const response = await post(url, token, { id: 7, method: 'tools/call', params }, session);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('elicitation/create')) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The client was not asked: ${text}`);
    text += value;
  }
  const [, id] = /"id":"(ask-[^"]+)"/.exec(text)!;
  text = '';
  let isOver = false;
  const ended = readToEnd();
  return {
    hasEnded: () => isOver,
    async accept() {
      await post(url, token, { id, result: { action: 'accept', content: {} } }).then((answer) => answer.text());
      await ended;
      return text.includes('"id":7') && text.includes('"result"') && !text.includes('"isError":true');
    },
  };

  async function readToEnd(): Promise<void> {
    while (!isOver) {
      const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }));
      isOver = done;
      text += value ?? '';
    }
  }
}
