import type { Context, Middleware, ParameterizedContext } from 'koa';
import { type AnyAction, pathParametersOf } from '../actions/define-action.ts';
import { AppError } from '../errors.ts';
import { discardUpload } from '../store/work/upload-store.ts';
import { validateInput } from './input-validator.ts';
import { readJsonBody, refuseBody } from './read-body.ts';
import { receiveUpload } from './receive-upload.ts';
import { refuseNul } from './refuse-nul.ts';
import type { RequestState } from './request-state.ts';

const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/;

/** Path, query and body become the one input object of the action, checked against its schema. */
export const parseInput: Middleware<RequestState> = async (ctx, next) => {
  const { action, pathParameters } = ctx.state;
  const { dryRun, ...query } = ctx.query as Record<string, unknown>;
  ctx.state.isDryRun = readDryRun(dryRun);
  checkIdempotencyKey(ctx.get('idempotency-key'));
  if (takesUpload(ctx, action!)) return withUpload(ctx, query, next);
  const rest = await readRest(ctx, action!, query);
  refusePathNames(action!, rest);
  const input = { ...rest, ...pathParameters };
  refuseNul(input);
  validateInput(action!, input);
  ctx.state.input = input;
  await next();
};

const takesUpload = (ctx: Context, action: AnyAction): boolean =>
  action.uploads !== undefined && Boolean(ctx.is([...action.uploads]));

// The input is checked before the file is taken. Its digest becomes part of the input, so that a plan or an
// Idempotency-Key holds for this file only.
const withUpload = async (
  ctx: ParameterizedContext<RequestState>,
  query: Record<string, unknown>,
  next: () => Promise<unknown>,
): Promise<void> => {
  const { action, pathParameters, principal } = ctx.state;
  const input = { ...splitLists(action!, query), ...pathParameters };
  refuseNul(input);
  validateInput(action!, input, 'text');
  const workspaceId = principal!.workspace.id;
  const upload = await receiveUpload(ctx as unknown as Context, workspaceId, new Date());
  ctx.state.upload = upload;
  ctx.state.input = { ...input, uploadSha256: upload.sha256 };
  try {
    await next();
  } finally {
    await discardUpload(workspaceId, upload.id);
  }
};

const readDryRun = (value: unknown): boolean => {
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  throw new AppError('validation_failed', 'dryRun has to be true or false.', {
    field: 'dryRun',
    allowedValues: ['true', 'false'],
  });
};

const checkIdempotencyKey = (key: string): void => {
  if (key === '' || idempotencyKeyPattern.test(key)) return;
  throw new AppError('validation_failed', 'Idempotency-Key has to be 1 to 255 visible ASCII characters.', {
    field: 'Idempotency-Key',
  });
};

const readRest = async (
  ctx: Context,
  action: AnyAction,
  query: Record<string, unknown>,
): Promise<Record<string, unknown>> => {
  if (action.method === 'get' || action.method === 'delete') {
    refuseBody(ctx, action.name);
    return splitLists(action, query);
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
};

// A list in a query is one parameter with commas, or the parameter repeated.
const splitLists = (action: AnyAction, query: Record<string, unknown>): Record<string, unknown> => {
  const properties = action.input.properties as Record<string, { type?: string }>;
  const entries = Object.entries(query).map(([name, value]) => {
    const isList = properties[name]?.type === 'array';
    return [name, isList && typeof value === 'string' ? value.split(',') : value];
  });
  return Object.fromEntries(entries);
};

const refusePathNames = (action: AnyAction, rest: Record<string, unknown>): void => {
  const name = pathParametersOf(action).find((parameter) => parameter in rest);
  if (name !== undefined)
    throw new AppError('validation_failed', `${name} belongs into the path only.`, { field: name });
};
