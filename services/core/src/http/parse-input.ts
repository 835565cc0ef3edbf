import type { Context, Middleware, ParameterizedContext } from 'koa';
import { type AnyAction, isRead, pathParametersOf } from '../actions/definition/define-action.ts';
import { AppError } from '../errors/errors.ts';
import { validateInput } from '../execution/validate-input.ts';
import { discardUpload, storeUpload, type UploadRecord, uploadBytesMax } from '../store/jobs/upload-store.ts';
import { readJsonBody, refuseBody } from './read-body.ts';
import type { RequestState } from './request-state.ts';

/** Merges path, query, and body into the action's input object and validates it. */
export const parseInput: Middleware<RequestState> = async (ctx, next) => {
  const { action, pathParameters } = ctx.state;
  const { dryRun, ...query } = ctx.query as Record<string, unknown>;
  ctx.state.isDryRun = readDryRun(dryRun);
  if (!isRead(action!)) checkWriteHeaders(ctx);
  if (takesUpload(ctx, action!)) return withUpload(ctx, query, next);
  const rest = await readRest(ctx, action!, query);
  refusePathNames(action!, rest);
  const input = { ...rest, ...pathParameters };
  validateInput(action!, input);
  ctx.state.input = input;
  await next();
};

function takesUpload(ctx: Context, action: AnyAction): boolean {
  return action.uploads !== undefined && Boolean(ctx.is([...action.uploads.types]));
}

// The input is validated before the file is stored. The file's digest joins the input, so that a plan or
// Idempotency-Key covers only this file.
async function withUpload(
  ctx: ParameterizedContext<RequestState>,
  query: Record<string, unknown>,
  next: () => Promise<unknown>,
): Promise<void> {
  const { action, pathParameters, principal } = ctx.state;
  refuseReplaced(action!, query);
  const input = { ...splitLists(action!, query), ...pathParameters };
  validateInput(action!, input, 'text');
  const workspaceId = principal!.workspace.id;
  const upload = await receiveUpload(ctx as Context, action!, workspaceId, new Date());
  ctx.state.upload = upload;
  ctx.state.input = { ...input, uploadSha256: upload.sha256 };
  try {
    await next();
  } finally {
    await discardUpload(workspaceId, upload.id);
  }
}

function refuseReplaced({ uploads }: AnyAction, query: Record<string, unknown>): void {
  const name = uploads!.replaces;
  if (name in query)
    throw new AppError('validation_failed', `${name} stands in the body, not in the query.`, { field: name });
}

function readDryRun(value: unknown): boolean {
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  throw new AppError('validation_failed', 'dryRun must be true or false.', {
    field: 'dryRun',
    allowedValues: ['true', 'false'],
  });
}

const writeHeaders = [
  { name: 'Idempotency-Key', pattern: /^[\x21-\x7e]{1,255}$/, form: '1 to 255 visible ASCII characters' },
  { name: 'Plan-Digest', pattern: /^.{1,64}$/, form: 'the planDigest of a dry run, at most 64 characters' },
  { name: 'Approval', pattern: /^required$/, form: 'required, or left out' },
  { name: 'If-Match', pattern: /^./, form: 'the ETag of the record, like "v3"' },
];

/** Rejects empty headers, also in dry runs. An empty header is a mistake, not the same as none. */
function checkWriteHeaders(ctx: Context): void {
  for (const { name, pattern, form } of writeHeaders) {
    const value = ctx.req.headers[name.toLowerCase()];
    if (value === undefined || pattern.test(String(value))) continue;
    throw new AppError('validation_failed', `${name} must be ${form}.`, { field: name });
  }
}

/** In the query string, an object such as `where` is JSON. */
function readObjects(query: Record<string, unknown>, { input }: AnyAction): Record<string, unknown> {
  const properties = input.properties as Record<string, { type?: string }>;
  const isJson = (name: string) => name === 'where' || properties[name]?.type === 'object';
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'string' && isJson(name) ? readObject(name, value) : value,
    ]),
  );
}

const objectExamples: Record<string, string> = { where: '{"field": "stage", "op": "eq", "value": "new"}' };

function readObject(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('validation_failed', `${name} must be JSON: ${objectExamples[name] ?? '{"budget": 7}'}.`, {
      field: name,
    });
  }
}

async function readRest(
  ctx: Context,
  action: AnyAction,
  query: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (action.method === 'get' || action.method === 'delete') {
    refuseBody(ctx, action.name);
    return readObjects(splitLists(action, query), action);
  }
  const [unknown] = Object.keys(query);
  if (unknown === undefined) return readJsonBody(ctx);
  throw new AppError(
    'validation_failed',
    `Unknown query parameter "${unknown}"; ${action.name} takes its input in the body, and dryRun in the query.`,
    {
      field: unknown,
      allowedValues: ['dryRun'],
    },
  );
}

// A query list is one comma-separated parameter, or the parameter repeated.
function splitLists(action: AnyAction, query: Record<string, unknown>): Record<string, unknown> {
  const properties = action.input.properties as Record<string, { type?: string }>;
  const entries = Object.entries(gathered(query, properties)).map(([name, value]) => {
    const isList = properties[name]?.type === 'array';
    return [name, isList && typeof value === 'string' ? value.split(',') : value];
  });
  return Object.fromEntries(entries);
}

// customFields[tier]=gold sets a member of an object (OpenAPI: deepObject), and so does customFields={"tier": "gold"}.
function gathered(query: Record<string, unknown>, properties: Record<string, { type?: string }>) {
  const plain: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(query)) {
    const [, whole = '', member = ''] = /^(\w+)\[([^\]]+)\]$/.exec(name) ?? [];
    const isMember = Object.hasOwn(properties, whole) && properties[whole]?.type === 'object';
    if (isMember) plain[whole] = { ...(plain[whole] as object), [member]: value };
    else plain[name] = value;
  }
  return plain;
}

function refusePathNames(action: AnyAction, rest: Record<string, unknown>): void {
  const name = pathParametersOf(action).find((parameter) => parameter in rest);
  if (name !== undefined)
    throw new AppError('validation_failed', `${name} belongs into the path only.`, { field: name });
}

function tooLarge(bytesMax: number) {
  return new AppError('body_too_large', `The file is larger than ${bytesMax / 1024 / 1024} MB: send it in parts.`);
}

/** Streams a raw body into the store in chunks, so that memory use does not depend on its size. */
async function receiveUpload(
  ctx: Context,
  { uploads }: AnyAction,
  workspaceId: string,
  now: Date,
): Promise<UploadRecord> {
  return storeUpload(workspaceId, ctx.request.type, limitedBody(ctx, uploads?.bytesMax), now);
}

/** Body of a file. Throws `body_too_large` before reading if its length is announced, or else when it gets too long. */
export function limitedBody(ctx: Context, bytesMax = uploadBytesMax): AsyncIterable<Buffer> {
  if (Number(ctx.get('content-length')) > bytesMax) throw tooLarge(bytesMax);
  return limited(ctx.req as AsyncIterable<Buffer>, bytesMax);
}

async function* limited(source: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > bytesMax) throw tooLarge(bytesMax);
    yield chunk;
  }
}
