import type { Readable } from 'node:stream';
import type { Static, TObject, TSchema } from 'typebox';
import type { ActionContext } from '../../engine/context/action-context.ts';
import type { Plan, Result } from '../../engine/context/plan.ts';
import type { ErrorCode } from '../../errors/errors.ts';
import type { SmallChange } from './small-changes.ts';

export type Effect = 'read' | 'write' | 'destroy' | 'spend' | 'send';
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** File instead of an envelope. */
export interface FileResult {
  contentType: string;
  fileName: string;
  body: Readable | string;
}

export interface ReadResult<Data> {
  data: Data;
  summary: string;
  page?: { limit: number; nextCursor: string | null; total?: number; totalIsExact?: boolean; isPartial?: boolean };
  /** File returned instead of the envelope. */
  download?: FileResult;
}

interface Contract<Input extends TObject, Output extends TSchema> {
  /** Operation ID and MCP tool name: verb_noun, at most 40 characters. */
  name: string;
  title: string;
  /** Single-line summary. */
  summary: string;
  /** Description for models and people, at most 1,000 characters: when to use the action and what it returns. */
  description: string;
  method: Method;
  /** Path below /api/public/v1, with path parameters in braces: /contacts/{contactId}. */
  path: string;
  /** `<area>:<read|write>`. Several if the action can send. */
  scope: string | readonly string[];
  /** One schema for path, query, and body. */
  input: Input;
  /** Schema of the envelope's `data`. */
  output: Output;
  /** HTTP success statuses. Defaults to [200]; 201 means created, 202 means queued as a job. */
  statuses?: readonly (200 | 201 | 202)[];
  /** Error codes beyond those of the request chain (authentication, validation, limits). */
  errors: readonly ErrorCode[];
  /** True if the action can contact people although its effect is not `send` (enrolling into a running campaign). */
  mayReachPeople?: boolean;
  /** True if some plans of the action need a person whatever the limits are, such as a webhook to a new host. */
  mayNeedPerson?: boolean;
  /** True if the gateway's default tool set includes the action. */
  isEverydayTool?: boolean;
  /** Set if the action is a small change: its kind, and how to undo it, in one sentence. */
  small?: { change: SmallChange; undo: string };
  /** Paths in `data` that contain text from outside the workspace, e.g. "thread[].bodyText". */
  untrusted?: readonly string[];
  /**
   * Application page for this action, with path parameters in braces. Required if it takes or shows a secret, which
   * must never reach a model. Secret inputs are `writeOnly`; secret results have the format `password`.
   */
  personPage?: string;
  /**
   * Media types accepted as a raw body, besides JSON. The input is then in the query, and the body is passed as
   * `ctx.upload` instead of the input member `replaces`. `bytesMax`: largest size, if not the usual one.
   */
  uploads?: { types: readonly string[]; replaces: string; bytesMax?: number };
  isPaged?: boolean;
  /** Media types of files returned instead of the envelope. `always`: the action never returns the envelope. */
  downloads?: { types: readonly string[]; always: boolean };
  /** Price in credits and its unit, shown by GET /credits/prices. */
  price?: { credits: number; per: string };
  deprecated?: { sunset: string; use: string };
  /** Example input for the API reference. */
  example?: Static<Input>;
}

export interface ReadAction<Input extends TObject, Output extends TSchema> extends Contract<Input, Output> {
  effect: 'read';
  run(input: Static<Input>, ctx: ActionContext): Promise<ReadResult<Static<Output>>>;
}

export interface WriteAction<Input extends TObject, Output extends TSchema, State = undefined, Outcome = undefined>
  extends Contract<Input, Output> {
  effect: Exclude<Effect, 'read'>;
  /**
   * Read-only. Throws the same errors as the execution. Runs for the dry run, and again inside the execution's
   * transaction.
   */
  plan(input: Static<Input>, ctx: ActionContext): Promise<Plan<State>>;
  /**
   * External call, if any. Runs outside any transaction, with the plan's cost on hold. If it throws, the hold is
   * released and nothing has changed.
   */
  perform?(input: Static<Input>, plan: Plan<State>, ctx: ActionContext): Promise<Outcome>;
  /** True if `perform` makes an external call for this input. If absent, it always does. */
  callsOutside?(input: Static<Input>, ctx: ActionContext): boolean;
  /**
   * True if the action only inserts under unique indexes and counts. It can then share a transaction with concurrent
   * executions, and its plan reads outside that transaction.
   */
  sharesTransaction?: boolean;
  /** Applies the plan inside one transaction that may run twice. Use only store functions and `ctx.emit`. */
  run(input: Static<Input>, plan: Plan<State>, ctx: ActionContext, outcome: Outcome): Promise<Result<Static<Output>>>;
}

// The registry holds actions of all shapes. Their types were checked where each action was defined.
// biome-ignore lint/suspicious/noExplicitAny: see above.
export type AnyReadAction = ReadAction<any, any>;
// biome-ignore lint/suspicious/noExplicitAny: see above.
export type AnyWriteAction = WriteAction<any, any, any, any>;
export type AnyAction = AnyReadAction | AnyWriteAction;

export function defineRead<Input extends TObject, Output extends TSchema>(
  action: Omit<ReadAction<Input, Output>, 'effect'>,
): ReadAction<Input, Output> {
  return { effect: 'read', ...action };
}

export function defineWrite<Input extends TObject, Output extends TSchema, State = undefined, Outcome = undefined>(
  action: WriteAction<Input, Output, State, Outcome>,
): WriteAction<Input, Output, State, Outcome> {
  return action;
}

/** True if an execution can require approval because it sends, spends, or changes what others receive. */
export function mayNeedApproval(action: AnyAction): boolean {
  const { effect, mayReachPeople = false, mayNeedPerson = false } = action;
  return effect === 'send' || effect === 'spend' || mayReachPeople || mayNeedPerson;
}

export function isRead(action: AnyAction): action is AnyReadAction {
  return action.effect === 'read';
}

export function scopesOf(action: AnyAction): readonly string[] {
  return typeof action.scope === 'string' ? [action.scope] : action.scope;
}

export function areaOf(action: AnyAction): string {
  return scopesOf(action)[0]?.split(':')[0] ?? 'account';
}

export function statusesOf({ statuses }: AnyAction): readonly number[] {
  return statuses ?? [200];
}

export const apiPrefix = '/api/public/v1';

/** Parameter names in braces in the path. */
export function pathParametersOf(action: AnyAction): string[] {
  return [...action.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
}

/** Path below the prefix, with parameters filled in from the input. */
export function pathWith({ path }: AnyAction, input: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => String(input[name]));
}
