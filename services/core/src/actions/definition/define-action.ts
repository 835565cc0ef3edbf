import type { Readable } from 'node:stream';
import type { Static, TObject, TSchema } from 'typebox';
import type { ActionContext } from '../../engine/context/action-context.ts';
import type { Plan, Result } from '../../engine/context/plan.ts';
import type { ErrorCode } from '../../errors/errors.ts';

export type Effect = 'read' | 'write' | 'destroy' | 'spend' | 'send';
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

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
  /** It may write to people although its effect is not `send` (enrolling into a running campaign). */
  mayReachPeople?: boolean;
  /** In the gateway's default tool set. */
  isEverydayTool?: boolean;
  /**
   * Of a small change that can be taken back: how, in one sentence. Over MCP it runs at once where a person has switched
   * that on for the connection.
   */
  undo?: string;
  /** Paths in `data` that carry text from outside the workspace, e.g. "thread[].bodyText". */
  untrusted?: readonly string[];
  /**
   * Where in the application a person does this, path parameters in braces: it takes or shows a secret, which never
   * passes a model. Secret inputs are `writeOnly`, secret results have the format `password`.
   */
  personPage?: string;
  /**
   * Media types taken as a raw body with the input in the query, besides the JSON body; delivered as `ctx.upload`, in
   * place of the input member that it `replaces`.
   */
  uploads?: { types: readonly string[]; replaces: string };
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
  /** Whether `perform` calls the outside world for this input; always, when absent. */
  callsOutside?(input: Static<Input>, ctx: ActionContext): boolean;
  /**
   * It only inserts, under unique indexes, and counts: its transaction may be shared with others of the same moment, and
   * its plan reads outside of it.
   */
  sharesTransaction?: boolean;
  /** Does it, inside one transaction that may run twice: store functions and `ctx.emit` only. */
  run(input: Static<Input>, plan: Plan<State>, ctx: ActionContext, outcome: Outcome): Promise<Result<Static<Output>>>;
}

// The registry holds actions of all shapes; what fits together was checked where each was defined.
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

/** Whether an execution may have to wait for a person: what sends or spends. */
export function mayNeedApproval(action: AnyAction): boolean {
  return action.effect === 'send' || action.effect === 'spend' || action.mayReachPeople === true;
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

/** The names in braces in the path. */
export function pathParametersOf(action: AnyAction): string[] {
  return [...action.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
}

/** The path below the prefix with its parameters filled in from the input. */
export function pathWith({ path }: AnyAction, input: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => String(input[name]));
}
