import type { Readable } from 'node:stream';
import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from '../errors.ts';
import type { ActionContext } from './action-context.ts';

export type Effect = 'read' | 'write' | 'destroy' | 'spend' | 'send';
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export const plannedOps = [
  'create',
  'update',
  'delete',
  'enroll',
  'send',
  'schedule',
  'cancel',
  'spend',
  'start',
  'stop',
] as const;

/** One thing that will happen, to one record. No generated ids and no times in it: it is part of the plan's digest. */
export interface PlannedEffect {
  op: (typeof plannedOps)[number];
  type: string;
  id?: string;
  label: string;
  changes?: Record<string, unknown>;
}

export interface Skipped {
  id?: string;
  label: string;
  reason: string;
}

/** What an execution would do. `state` is for `run` alone: not shown and not part of the digest. */
export interface Plan<State = undefined> {
  summary: string;
  /** Credits, at most. */
  cost: number;
  effects: PlannedEffect[];
  skipped: Skipped[];
  warnings: string[];
  /** A sample of the result: the rendered message, the score. */
  preview?: unknown;
  state: State;
}

export interface Result<Data> {
  data: Data;
  /** One plain sentence. */
  summary: string;
  /** 200 unless said otherwise (201 created, 202 job started): one of the action's statuses. */
  status?: number;
  /** Credits really used, where it is less than the plan's cost. */
  charged?: number;
  /** Ids of records that the audit log and the stored answer are filed under, besides the plan's. */
  subjectIds?: string[];
}

export interface ReadResult<Data> {
  data: Data;
  summary: string;
  page?: { limit: number; nextCursor: string | null };
  /** A download in place of the envelope. */
  download?: { contentType: string; fileName: string; body: Readable | string };
}

interface Contract<Input extends TObject, Output extends TSchema> {
  /** operationId and MCP tool name: verb_noun, at most 40 characters. */
  name: string;
  title: string;
  /** One line. */
  summary: string;
  /** At most 1,000 characters, for a model as much as for a person: when to use it, what comes back. */
  description: string;
  method: Method;
  /** Below /api/public/v1, path parameters in braces: /contacts/{contactId}. */
  path: string;
  /** `<area>:<read|write>`; several where sending is involved. */
  scope: string | readonly string[];
  /** One schema for path, query and body together. */
  input: Input;
  /** Schema of the envelope's `data`. */
  output: Output;
  /** HTTP statuses of success, [200] when absent: 201 created, 202 a job does it. */
  statuses?: readonly (200 | 201 | 202)[];
  /** The codes it may raise beyond those of the chain (authentication, validation, limits). */
  errors: readonly ErrorCode[];
  /** In the gateway's default tool set. */
  isEverydayTool?: boolean;
  /** Paths in `data` that carry text from outside the workspace, e.g. "thread[].bodyText". */
  untrusted?: readonly string[];
  /** Media types taken as a raw body with the input in the query, besides the JSON body; delivered as `ctx.upload`. */
  uploads?: readonly string[];
  isPaged?: boolean;
  /** Media types of the files that it may answer with in place of the envelope; `always`: never with the envelope. */
  downloads?: { types: readonly string[]; always: boolean };
  /** Credits and what they are for: shown by GET /credits/prices. */
  price?: { credits: number; per: string };
  deprecated?: { sunset: string; use: string };
  /** An example of the input, for the reference page. */
  example?: Static<Input>;
}

export interface ReadAction<Input extends TObject, Output extends TSchema> extends Contract<Input, Output> {
  effect: 'read';
  run(input: Static<Input>, ctx: ActionContext): Promise<ReadResult<Static<Output>>>;
}

export interface WriteAction<Input extends TObject, Output extends TSchema, State = undefined, Outcome = undefined>
  extends Contract<Input, Output> {
  effect: Exclude<Effect, 'read'>;
  /** Reads only. Throws what the execution would throw. Runs for the dry run, and again inside the execution's transaction. */
  plan(input: Static<Input>, ctx: ActionContext): Promise<Plan<State>>;
  /**
   * The call to the outside world, where there is one: outside any transaction, with the plan's cost held. When it
   * throws, the hold is released and nothing has happened.
   */
  perform?(input: Static<Input>, plan: Plan<State>, ctx: ActionContext): Promise<Outcome>;
  /** Does it, inside one transaction that may run twice: store functions and `ctx.emit` only. */
  run(input: Static<Input>, plan: Plan<State>, ctx: ActionContext, outcome: Outcome): Promise<Result<Static<Output>>>;
}

// The registry holds actions of all shapes; what fits together was checked where each was defined.
// biome-ignore lint/suspicious/noExplicitAny: see above.
export type AnyReadAction = ReadAction<any, any>;
// biome-ignore lint/suspicious/noExplicitAny: see above.
export type AnyWriteAction = WriteAction<any, any, any, any>;
export type AnyAction = AnyReadAction | AnyWriteAction;

export const defineRead = <Input extends TObject, Output extends TSchema>(
  action: Omit<ReadAction<Input, Output>, 'effect'>,
): ReadAction<Input, Output> => ({ effect: 'read', ...action });

export const defineWrite = <Input extends TObject, Output extends TSchema, State = undefined, Outcome = undefined>(
  action: WriteAction<Input, Output, State, Outcome>,
): WriteAction<Input, Output, State, Outcome> => action;

export const isRead = (action: AnyAction): action is AnyReadAction => action.effect === 'read';

export const scopesOf = (action: AnyAction): readonly string[] =>
  typeof action.scope === 'string' ? [action.scope] : action.scope;

export const areaOf = (action: AnyAction): string => scopesOf(action)[0]?.split(':')[0] ?? 'account';

export const statusesOf = ({ statuses }: AnyAction): readonly number[] => statuses ?? [200];

/** The names in braces in the path. */
export const pathParametersOf = (action: AnyAction): string[] =>
  [...action.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
