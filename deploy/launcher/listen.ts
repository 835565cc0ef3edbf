import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { StartError } from './settings.ts';

export const listenUsage = `usage: npm run -s outbound -- listen --to PORT|URL [--types TYPE,TYPE] [--from evt_…] [--secret whsec_…]
Forwards each new event to a local program, as a webhook endpoint would get it, until you stop it with Ctrl+C.
  --to      Port or URL of the program, such as 4000 or http://localhost:4000/hooks.
  --types   Only events of these types. Default: all.
  --from    Start after this event, instead of with the next one.
  --secret  Signs the requests, as the secret of an endpoint does. Default: a new one, which is shown.
OUTBOUND_URL is the address of Outbound (default: http://localhost:3000), and OUTBOUND_API_KEY a key with events:read.
`;

const idleMs = 1_000;
const answerMs = 15_000;
const pageSize = 100;
/** Pauses before a request is repeated, in milliseconds. Then the event is skipped, with a line. */
const retryMs = [500, 2_000];
const secretBytes = 32;
const secretPrefix = 'whsec_';

interface OutboundEvent {
  id: string;
  type: string;
  subjectId: string;
}

interface Listener {
  api: string;
  key: string;
  target: URL;
  secret: string;
  types: readonly string[];
}

/** Events that follow `afterId`, in the order of their commits. */
async function readEvents({ api, key }: Listener, query: Record<string, string>): Promise<OutboundEvent[]> {
  const response = await fetch(`${api}/events?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(answerMs),
  });
  const { data, error } = (await response.json()) as { data: OutboundEvent[]; error?: { message: string } };
  if (response.ok) return data;
  // A limit or a restart passes, and a wrong key does not.
  if (response.status === 429 || response.status >= 500) throw new Error(error?.message ?? `answer ${response.status}`);
  throw new StartError(`Outbound rejected the request: ${error?.message ?? response.status}`);
}

/** Headers of Standard Webhooks. */
function signed(secret: string, id: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

/** Delivers one event. Returns the outcome in words. */
async function forward({ target, secret }: Listener, event: OutboundEvent, workspaceId: string): Promise<string> {
  const body = JSON.stringify({ ...event, workspaceId });
  let outcome = '';
  for (const pause of [0, ...retryMs]) {
    await wait(pause);
    const headers = { 'content-type': 'application/json', ...signed(secret, event.id, body) };
    try {
      const signal = AbortSignal.timeout(answerMs);
      const { status, ok } = await fetch(target, { method: 'POST', headers, body, redirect: 'manual', signal });
      outcome = String(status);
      if (ok) return outcome;
    } catch (error) {
      outcome = causeOf(error);
    }
  }
  return `${outcome}, skipped after ${retryMs.length + 1} attempts`;
}

function causeOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: Error };
  return cause?.message || message;
}

async function workspaceOf({ api, key }: Listener): Promise<string> {
  const response = await fetch(`${api}/me`, { headers: { authorization: `Bearer ${key}` } }).catch((error) => {
    throw new StartError(`No answer from ${api}: ${causeOf(error)}. Set OUTBOUND_URL to the address of Outbound.`);
  });
  const { data, error } = (await response.json()) as {
    data: { workspace: { id: string } };
    error?: { message: string };
  };
  if (!response.ok) throw new StartError(`${error?.message ?? response.status} Set OUTBOUND_API_KEY to a valid key.`);
  return data.workspace.id;
}

function readListener(args: string[], env: NodeJS.ProcessEnv): Listener & { from?: string } {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args, options: { to: text, types: text, from: text, secret: text } });
  const key = env.OUTBOUND_API_KEY;
  if (!key) throw new StartError('Set OUTBOUND_API_KEY to a key with events:read.');
  if (!values.to) throw new StartError(`--to is missing.\n${listenUsage}`);
  const address = /^\d+$/.test(values.to) ? `http://localhost:${values.to}/` : values.to;
  if (!URL.canParse(address))
    throw new StartError('--to must be a port or a URL, such as http://localhost:4000/hooks.');
  const secret = values.secret ?? secretPrefix + randomBytes(secretBytes).toString('base64');
  if (!secret.startsWith(secretPrefix)) throw new StartError(`--secret must start with ${secretPrefix}.`);
  const api = `${(env.OUTBOUND_URL ?? 'http://localhost:3000').replace(/\/+$/, '')}/api/public/v1`;
  const types = values.types?.split(',').map((one) => one.trim()) ?? [];
  return { api, key, target: new URL(address), secret, types, from: values.from };
}

/** Forwards new events until the process ends. */
export async function listen(args: string[], env: NodeJS.ProcessEnv): Promise<never> {
  const listener = readListener(args, env);
  const { target, secret, types } = listener;
  const workspaceId = await workspaceOf(listener);
  const newest = await readEvents(listener, { limit: '1' });
  let after = listener.from ?? newest[0]?.id;
  show(`Forwarding events to ${target}. Signing secret: ${secret}`);
  for (;;) {
    const query = { sort: 'id', limit: String(pageSize), ...(after !== undefined && { afterEventId: after }) };
    const events = await readEvents(listener, query).catch((error: Error) => {
      if (error instanceof StartError) throw error;
      show(`No events from Outbound: ${causeOf(error)}`);
      return [];
    });
    for (const event of events) {
      after = event.id;
      if (types.length > 0 && !types.includes(event.type)) continue;
      show(`${event.type} ${event.subjectId} ${event.id}: ${await forward(listener, event, workspaceId)}`);
    }
    if (events.length < pageSize) await wait(idleMs);
  }
}

function show(line: string): void {
  process.stdout.write(`${line}\n`);
}
