import type { Request, Response } from 'express';
import type { ToolDefinition } from '../tools/tool.ts';

/** Number of request variants remembered per list. Each variant also has a length limit in characters. */
const waysMax = 100;
const wayMax = 4_000;

/** A response up to its ID, which comes last. */
interface Prepared {
  type: string;
  bytes: Buffer;
}

/** The registry returns the same list to all callers with the same tools, so its bytes are built once. */
const ofOlder = new WeakMap<ToolDefinition[], Prepared>();
const ofCurrent = new WeakMap<ToolDefinition[], Map<string, Prepared>>();

function prepared(type: string, result: unknown): Prepared {
  return { type, bytes: Buffer.from(`{"result":${JSON.stringify(result)},"jsonrpc":"2.0","id":`) };
}

/** Returns the ID of a body that only requests the list of tools. No schema is needed to detect that. */
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

/** Writes the response exactly as the SDK does for the older revisions, byte for byte. */
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
 * In the current revision, the SDK checks headers, envelope, and parameters of each request. A client sends the same
 * ones each time. The SDK's response to a request is therefore valid for all requests that differ only in the ID.
 */
export interface Way {
  id: string | number;
  words: string;
}

/** How a request asks for the list. Undefined if it requests something else. */
export function wayOf(req: Request): Way | undefined {
  const { id, ...rest } = req.body as { id?: unknown; method?: unknown };
  if (rest.method !== 'tools/list' || !isId(id)) return undefined;
  const said = Object.entries(req.headers).filter(([name]) => /^(accept|content-type|mcp-.*)$/.test(name));
  const words = JSON.stringify([rest, said]);
  return words.length <= wayMax ? { id, words } : undefined;
}

/** Returns false if no one has requested this list in this way yet. */
export function sendKnownList(res: Response, { id, words }: Way, tools: ToolDefinition[]): boolean {
  const known = ofCurrent.get(tools)?.get(words);
  if (known !== undefined) send(res, id, known);
  return known !== undefined;
}

/** Stores the SDK's response. */
export async function keepList({ words }: Way, tools: ToolDefinition[], answer: globalThis.Response): Promise<void> {
  const type = answer.headers.get('content-type') ?? '';
  if (answer.status !== 200 || !type.startsWith('application/json')) return;
  const { result } = (await answer.json()) as { result?: unknown };
  if (result === undefined) return;
  const ways = ofCurrent.get(tools) ?? new Map<string, Prepared>();
  if (ways.size >= waysMax) ways.clear();
  ofCurrent.set(tools, ways.set(words, prepared(type, result)));
}
