import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testApiKey, testInternalSecret } from '../testing/fake-core.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { callTool, confirmTool, type Prepared, prepareTool, rpc } from '../testing/mcp-call.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

interface Message {
  id?: string;
  method?: string;
  result?: { structuredContent?: Record<string, unknown>; content: { text: string }[]; isError?: boolean };
}
type Reply = 'accept' | 'decline' | 'cancel' | 'error';

/** A client of an older revision that shows questions to its person. */
class Asking {
  readonly #headers: Record<string, string>;
  readonly #stop = new AbortController();
  #reader?: ReadableStreamDefaultReader<Uint8Array>;
  #buffer = '';

  private constructor(session: string) {
    this.#headers = {
      authorization: `Bearer ${testApiKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-session-id': session,
    };
  }

  static async open(): Promise<Asking> {
    const clientInfo = { name: 'asking', version: '1' };
    const given = { protocolVersion: '2025-11-25', capabilities: { elicitation: {} }, clientInfo };
    const { headers } = await rpc(gateway.mcpUrl, 'initialize', given);
    return new Asking(headers.get('mcp-session-id')!);
  }

  post(message: object): Promise<Response> {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    return fetch(gateway.mcpUrl, { method: 'POST', headers: this.#headers, body, signal: this.#stop.signal });
  }

  /** Confirms, and returns the ID of the question. */
  async confirm({ confirmWith, confirmationId, what }: Prepared, meta?: object): Promise<string> {
    const params = { name: confirmWith, arguments: { confirmationId, what }, ...(meta && { _meta: meta }) };
    const response = await this.post({ id: 1, method: 'tools/call', params });
    this.#reader = response.body!.getReader() as ReadableStreamDefaultReader<Uint8Array>;
    for (;;) {
      const message = await this.next();
      if (message.method === 'elicitation/create') return message.id!;
    }
  }

  async next(): Promise<Message> {
    for (;;) {
      const end = this.#buffer.indexOf('\n\n');
      if (end >= 0) {
        const data = /^data: (.*)$/m.exec(this.#buffer.slice(0, end))?.[1];
        this.#buffer = this.#buffer.slice(end + 2);
        if (data !== undefined) return JSON.parse(data) as Message;
      } else {
        const { value, done } = await this.#reader!.read();
        if (done) throw new Error('the stream has ended');
        this.#buffer += Buffer.from(value).toString();
      }
    }
  }

  giveUp(): void {
    this.#stop.abort();
  }
}

async function answer(id: string, reply: Reply): Promise<number> {
  const given =
    reply === 'error'
      ? { error: { code: -32601, message: 'Method not found' } }
      : { result: { action: reply, content: {} } };
  const headers = { authorization: `Bearer ${testApiKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ jsonrpc: '2.0', id, ...given });
  const response = await fetch(gateway.mcpUrl, { method: 'POST', headers, body });
  return response.status;
}

function prepare(): Promise<Prepared> {
  return prepareTool(gateway.mcpUrl, 'create_contact', { email: 'ada@analytical.example' });
}

async function stateOf({ confirmationId }: Prepared): Promise<unknown> {
  return (await callTool(gateway.mcpUrl, 'get_action', { confirmationId })).structuredContent?.status;
}

/** Resolves when the gateway's poll of the store notices that the caller has gone. */
async function abandoned(): Promise<void> {
  const answers = gateway.db.collection('answers');
  await vi.waitFor(async () => expect(await answers.countDocuments({ isAwaited: false })).toBe(1));
}

describe('an answer after the call was abandoned', () => {
  test('declines the preview for every later confirmation', async () => {
    const [prepared, client] = [await prepare(), await Asking.open()];
    const before = gateway.core.executed.length;
    const id = await client.confirm(prepared);
    client.giveUp();
    await abandoned();
    expect(await answer(id, 'decline')).toBe(202);
    expect(await stateOf(prepared)).toBe('declined');
    const later = await confirmTool(gateway.mcpUrl, prepared);
    expect(later.isError).toBe(true);
    expect(later.content[0]!.text).toMatch(/the answer in the client was no\..*\/app\/agents\/key_1/);
    expect(gateway.core.executed).toHaveLength(before);
    expect(await answer(id, 'accept')).toBe(400);
    await gateway.db.collection('answers').deleteMany({});
  });

  test('executes the agreed action once', async () => {
    const [prepared, client] = [await prepare(), await Asking.open()];
    const before = gateway.core.executed.length;
    const id = await client.confirm(prepared);
    client.giveUp();
    await abandoned();
    expect(await answer(id, 'accept')).toBe(202);
    await vi.waitFor(async () => expect(await stateOf(prepared)).toBe('done'));
    expect((await confirmTool(gateway.mcpUrl, prepared)).structuredContent).toMatchObject({
      status: 'done',
      replayed: true,
    });
    expect(gateway.core.executed).toHaveLength(before + 1);
    await gateway.db.collection('answers').deleteMany({});
  });

  test.each(['cancel', 'error'] as const)('leaves the preview unchanged with %s', async (reply) => {
    const [prepared, client] = [await prepare(), await Asking.open()];
    const id = await client.confirm(prepared);
    client.giveUp();
    await abandoned();
    expect(await answer(id, reply)).toBe(202);
    expect(await stateOf(prepared)).toBe('waiting_for_confirmation');
    expect((await confirmTool(gateway.mcpUrl, prepared)).structuredContent).toMatchObject({ status: 'done' });
    await gateway.db.collection('answers').deleteMany({});
  });
});

test('two dialogs about one preview report its state: the first yes counts, the later no does not', async () => {
  const [prepared, one, other] = [await prepare(), await Asking.open(), await Asking.open()];
  const [yes, no] = [await one.confirm(prepared), await other.confirm(prepared)];
  expect(await answer(yes, 'accept')).toBe(202);
  expect((await one.next()).result?.structuredContent).toMatchObject({ status: 'done' });
  expect(await answer(no, 'decline')).toBe(202);
  const { result } = await other.next();
  expect(result?.structuredContent).toMatchObject({ status: 'done' });
  expect(result?.content[0]?.text).not.toContain('Nothing was done');
});

test('two dialogs about one preview report its state: the first no counts, the later yes does not', async () => {
  const [prepared, one, other] = [await prepare(), await Asking.open(), await Asking.open()];
  const before = gateway.core.executed.length;
  const [no, yes] = [await one.confirm(prepared), await other.confirm(prepared)];
  expect(await answer(no, 'decline')).toBe(202);
  expect((await one.next()).result?.structuredContent).toMatchObject({ status: 'declined' });
  expect(await answer(yes, 'accept')).toBe(202);
  expect((await other.next()).result).toMatchObject({ isError: true });
  expect(gateway.core.executed).toHaveLength(before);
});

test('an error from the client is not an answer from its person', async () => {
  const [prepared, client] = [await prepare(), await Asking.open()];
  const id = await client.confirm(prepared);
  expect(await answer(id, 'error')).toBe(202);
  const { result } = await client.next();
  expect(result?.structuredContent).toMatchObject({ status: 'not_asked' });
  expect(result?.content[0]?.text).toMatch(/no one was asked.*\/app\/agents\/key_1/);
  expect((await confirmTool(gateway.mcpUrl, prepared)).structuredContent).toMatchObject({ status: 'done' });
});

test('after a decline, a signed-in person can agree, and the next confirmation asks no one', async () => {
  const [prepared, client] = [await prepare(), await Asking.open()];
  const id = await client.confirm(prepared);
  await answer(id, 'decline');
  const { result } = await client.next();
  expect(result?.structuredContent?.agreeUrl).toBe(`${gateway.url}/app/agents/key_1`);

  const headers = { authorization: `Bearer ${testInternalSecret}` };
  const internal = (path: string, method: string) =>
    fetch(`${gateway.internalUrl}/internal/previews${path}`, { method, headers });
  const workspaceId = (await gateway.previews.listUnconfirmed('wsp_1', new Date()))[0]!.workspaceId;
  const agree = (preview: string, workspace: string) =>
    internal(`/${preview}/agreement?workspaceId=${workspace}`, 'POST');
  expect((await agree(prepared.confirmationId, 'wsp_other')).status).toBe(404);
  expect((await agree('cnf_unknown', workspaceId)).status).toBe(404);
  expect((await agree(prepared.confirmationId, workspaceId)).status).toBe(204);
  const { previews } = (await (await internal(`?workspaceId=${workspaceId}`, 'GET')).json()) as { previews: object[] };
  expect(previews).toContainEqual(
    expect.objectContaining({ id: prepared.confirmationId, isAgreed: true, isDeclined: false }),
  );

  const again = await Asking.open();
  const { confirmWith, confirmationId, what } = prepared;
  const response = await again.post({
    id: 2,
    method: 'tools/call',
    params: { name: confirmWith, arguments: { confirmationId, what } },
  });
  const text = await response.text();
  expect(text).not.toContain('elicitation/create');
  expect(text).toContain('"status":"done"');
});

test('does not acknowledge an answer to an unknown question', async () => {
  expect(await answer('ask-unknown', 'accept')).toBe(400);
  expect(await answer('7', 'accept')).toBe(400);
});

test('accepts the sentence with composed or decomposed letters and with other spaces', async () => {
  const label = 'Cafe\u0301 Zu\u0308rich';
  gateway.core.handlers.set('POST /contacts', (seen) => {
    if (!seen.path.includes('dryRun')) return { status: 200, body: { ok: true, summary: 'Done.', data: {} } };
    return { status: 200, body: { ...gateway.core.plan(seen), summary: `Would create ${label}.` } };
  });
  for (const change of [
    (what: string) => what.normalize('NFC'),
    (what: string) => what.normalize('NFD'),
    (what: string) => ` ${what.replaceAll(' ', '\u00a0')}\n`,
  ]) {
    const prepared = await prepare();
    const confirmed = await confirmTool(gateway.mcpUrl, { ...prepared, what: change(prepared.what) });
    expect(confirmed.structuredContent).toMatchObject({ status: 'done' });
  }
  gateway.core.handlers.delete('POST /contacts');
});
