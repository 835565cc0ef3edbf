import { setTimeout } from 'node:timers/promises';
import type { Static, TObject, TSchema } from 'typebox';
import type {
  AnyAction,
  AnyReadAction,
  AnyWriteAction,
  ReadAction,
  ReadResult,
} from '../../actions/definition/define-action.ts';
import { allScopes } from '../../actions/definition/scopes.ts';
import { given } from '../../domain/values/given.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { personActor } from '../../engine/members/audit-person.ts';
import { AppError } from '../../errors/errors.ts';
import { carryOut } from '../../execution/approvals/carry-out.ts';
import { creditsPerUnit } from '../../execution/credits/price.ts';
import { dryRun } from '../../execution/dry-run.ts';
import type { CarriedOut, Execution } from '../../execution/execution.ts';
import { type CallFacts, makeActionContext } from '../../execution/make-context.ts';
import { limitedMember } from '../../execution/members/principal.ts';
import { read } from '../../execution/read.ts';
import { validateInput } from '../../execution/validate-input.ts';
import { memberIn } from '../chain/load-visitor.ts';
import { requirePassword } from '../chain/person-at.ts';
import { fieldIn } from '../chain/read-form.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';

/** Tries to get the result of a first click that is still running: 30 seconds. */
const triesMax = 150;
const triesEveryMs = 200;

const everyScope = allScopes.map(({ scope }) => scope);

type Input = Record<string, unknown>;

/** Facts of a call that the form or page provides. */
type Facts = Pick<CallFacts, 'idempotencyKey' | 'expectedVersion' | 'restoredSequence' | 'upload'>;

/** The same envelope as in the API response. */
export interface Performed {
  status: number;
  summary: string;
  data: Record<string, unknown>;
  cost?: { credits: number; balance: number };
  /** True if an earlier request with the same key did it. */
  isReplay: boolean;
}

/** Returns the same data as the API. */
export async function readAction<Query extends TObject, Output extends TSchema>(
  ctx: WebContext,
  deps: WebDeps,
  action: ReadAction<Query, Output>,
  input: Static<Query>,
): Promise<Static<Output>> {
  return (await runRead(ctx, deps, action, input)).data;
}

/** Like `readAction`, but checks the input and also returns the summary, page, and download. */
export async function readChecked(
  ctx: WebContext,
  deps: WebDeps,
  action: AnyReadAction,
  input: Input,
): Promise<ReadResult<unknown>> {
  validateInput(action, input);
  return runRead(ctx, deps, action, input);
}

function runRead<Query extends TObject, Output extends TSchema>(
  ctx: WebContext,
  deps: WebDeps,
  action: ReadAction<Query, Output>,
  input: Static<Query>,
): Promise<ReadResult<Static<Output>>> {
  return read(action, input, contextFor(ctx, deps, action)) as Promise<ReadResult<Static<Output>>>;
}

/** Like `readChecked`, with the position of the next page. The input comes from the page's URL, so it is checked. */
export function readPage<Query extends TObject, Output extends TSchema>(
  ctx: WebContext,
  deps: WebDeps,
  action: ReadAction<Query, Output>,
  raw: Input,
): Promise<ReadResult<Static<Output>>> {
  const input = given(raw);
  validateInput(action, input);
  return runRead(ctx, deps, action, input as Static<Query>);
}

/** Runs the same dry run as the API. */
export async function planAction(
  ctx: WebContext,
  deps: WebDeps,
  action: AnyWriteAction,
  input: Input,
  facts: Facts = {},
) {
  const context = contextFor(ctx, deps, action, facts);
  const { data, cost, needsPerson } = await dryRun(action, checked(action, input, facts), context);
  return { ...data, cost: cost.credits, needsPerson };
}

/** Carries an action out for the person at the page, with the same rules, credits, and audit as over the API. */
export async function performAction(
  ctx: WebContext,
  deps: WebDeps,
  action: AnyWriteAction,
  input: Input,
  { digest, ...facts }: Facts & { digest?: string } = {},
): Promise<Performed> {
  const hasPassword = fieldIn(ctx, 'password') !== '';
  if (hasPassword) await requirePassword(ctx, deps);
  const context = { ...contextFor(ctx, deps, action, facts), hasPassword };
  const execution: Execution = { action, input: checked(action, input, facts), context, expectedDigest: digest };
  const { status, body, isReplay } = await carriedOut(execution);
  const { summary, data, cost } = (typeof body === 'string' ? JSON.parse(body) : body) as Pick<
    Performed,
    'summary' | 'data' | 'cost'
  >;
  ctx.state.isSaved = status < 300;
  return { status, summary, data, cost, isReplay };
}

/** A second click waits for the result of the first one. */
async function carriedOut(execution: Execution): Promise<CarriedOut> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await carryOut(execution);
    } catch (error) {
      const isRunning = error instanceof AppError && error.code === 'idempotency_in_progress';
      if (!isRunning || tries === triesMax) throw error;
      await setTimeout(triesEveryMs);
    }
  }
}

/** Names a file by its digest, as the API does, so that a plan is valid only for this file. */
function checked(action: AnyWriteAction, input: Input, { upload }: Facts): Input {
  if (upload === undefined) {
    validateInput(action, input);
    return input;
  }
  validateInput(action, input, 'text');
  return { ...input, uploadSha256: upload.sha256 };
}

/** A person at the page may do everything that their role allows. */
function contextFor(ctx: WebContext, deps: WebDeps, action: AnyAction, facts: Facts = {}): ActionContext {
  const { workspace, user, role, dailyLimits } = memberIn(ctx);
  const { requestId, log } = ctx.state;
  const principal = {
    actor: personActor(user),
    via: 'app' as const,
    workspace,
    scopes: everyScope,
    role,
    limitedMember: limitedMember(user.id, { dailyLimits }),
    address: ctx.ip,
  };
  return makeActionContext(deps, principal, { requestId, log, creditsPerUnit: creditsPerUnit(action), ...facts });
}
