import type { Request, Response } from 'express';
import type { ToolDefinition } from '../tools/tool.ts';

/** So many ways to ask for one list are known at a time, each in so many characters at most. */
const waysMax = 100;
const wayMax = 4_000;

/** A response up to its id, which stands last. */
interface Prepared {
  type: string;
  bytes: Buffer;
}

/** The registry hands out the same list to all who see the same tools: its bytes are made once. */
const ofOlder = new WeakMap<ToolDefinition[], Prepared>();
const ofCurrent = new WeakMap<ToolDefinition[], Map<string, Prepared>>();

function prepared(type: string, result: unknown): Prepared {
  return { type, bytes: Buffer.from(`{"result":${JSON.stringify(result)},"jsonrpc":"2.0","id":`) };
}

/** The id of a body that asks for the list of tools and for nothing else; no schema is needed to see that. */
export function idOfListAlone(body: unknown): string | number | undefined {
  const { jsonrpc, id, method, params = {}, ...more } = (body ?? {}) as Record<string, unknown>;
  const isAlone = jsonrpc === '2.0' && method === 'tools/list' && isEmpty(params) && isEmpty(more);
  return isAlone && isId(id) ? id : undefined;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** The response as the SDK writes it for the older revisions, byte by byte. */
export function sendList(res: Response, id: string | number, tools: ToolDefinition[]): void {
  let known = ofOlder.get(tools);
  if (known === undefined) {
    known = prepared('application/json; charset=utf-8', { tools });
    ofOlder.set(tools, known);
  }
  send(res, id, known);
}

function send(res: Response, id: string | number, { type, bytes }: Prepared): void {
  const rest = Buffer.from(`${JSON.stringify(id)}}`);
  res.writeHead(200, { 'Content-Type': type, 'Content-Length': bytes.length + rest.length });
  res.write(bytes);
  res.end(rest);
}

/**
 * In the current revision, the SDK judges headers, envelope and parameters of each request. A client asks with the same
 * ones each time, so what the SDK has answered once is the answer to all that differ in nothing but the id.
 */
export interface Way {
  id: string | number;
  words: string;
}

/** How a request asks for the list; undefined when it asks for something else. */
export function wayOf(req: Request): Way | undefined {
  const { id, ...rest } = req.body as { id?: unknown; method?: unknown };
  if (rest.method !== 'tools/list' || !isId(id)) return undefined;
  const said = Object.entries(req.headers).filter(([name]) => /^(accept|content-type|mcp-.*)$/.test(name));
  const words = JSON.stringify([rest, said]);
  return words.length <= wayMax ? { id, words } : undefined;
}

/** False: nobody has asked for this list in this way yet. */
export function sendKnownList(res: Response, { id, words }: Way, tools: ToolDefinition[]): boolean {
  const known = ofCurrent.get(tools)?.get(words);
  if (known !== undefined) send(res, id, known);
  return known !== undefined;
}

/** Keeps what the SDK has answered. */
export async function keepList({ words }: Way, tools: ToolDefinition[], answer: globalThis.Response): Promise<void> {
  const type = answer.headers.get('content-type') ?? '';
  if (answer.status !== 200 || !type.startsWith('application/json')) return;
  const { result } = (await answer.json()) as { result?: unknown };
  if (result === undefined) return;
  const ways = ofCurrent.get(tools) ?? new Map<string, Prepared>();
  if (ways.size >= waysMax) ways.clear();
  ofCurrent.set(tools, ways.set(words, prepared(type, result)));
}
