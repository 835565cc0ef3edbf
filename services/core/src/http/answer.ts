import type { Context, Middleware } from 'koa';
import { type AnyReadAction, type AnyWriteAction, isRead } from '../actions/define-action.ts';
import { readBalance } from '../store/requests/ledger-store.ts';
import { type Execution, execute } from './execute.ts';
import { executeOnce } from './idempotency.ts';
import { planAnswer, planDigest } from './plan-answer.ts';
import { recordRefusal } from './record-execution.ts';
import type { RequestState } from './request-state.ts';

/** The end of the chain: read, dry run or execution, and its envelope. */
export const answer: Middleware<RequestState> = async (ctx) => {
  const { action, isDryRun } = ctx.state;
  markDeprecated(ctx, action!.deprecated);
  if (isRead(action!)) await answerRead(ctx, action);
  else if (isDryRun) await answerDryRun(ctx, action!);
  else await answerWrite(ctx, action!);
};

type Ctx = Context & { state: RequestState };

const answerRead = async (ctx: Ctx, action: AnyReadAction): Promise<void> => {
  const { data, summary, page, download } = await action.run(ctx.state.input, ctx.state.context!);
  if (download !== undefined) {
    ctx.type = download.contentType;
    ctx.attachment(download.fileName);
    ctx.body = download.body;
    return;
  }
  setVersionTag(ctx, data);
  ctx.body = { ok: true, summary, data, ...(page && { page }) };
};

const answerDryRun = async (ctx: Ctx, action: AnyWriteAction): Promise<void> => {
  const { input, context } = ctx.state;
  const plan = await action.plan(input, context!);
  const balance = await readBalance(context!.workspaceId);
  const isAffordable = plan.cost <= balance;
  const shown = isAffordable
    ? plan
    : {
        ...plan,
        warnings: [
          ...plan.warnings,
          `This costs ${plan.cost} credits, the workspace has ${balance}: it would be refused.`,
        ],
      };
  const data = planAnswer(shown, planDigest(action, input, plan));
  ctx.body = { ok: true, summary: plan.summary, data, cost: { credits: plan.cost, balance } };
};

const answerWrite = async (ctx: Ctx, action: AnyWriteAction): Promise<void> => {
  const { input, context } = ctx.state;
  const execution: Execution = {
    action,
    input: input!,
    context: context!,
    expectedDigest: ctx.get('plan-digest') || undefined,
  };
  const key = context!.idempotencyKey;
  try {
    if (key === undefined) {
      const { status, body } = await execute(execution, async () => {});
      ctx.status = status;
      setVersionTag(ctx, body.data);
      ctx.body = body;
      return;
    }
    const { status, body, isReplay } = await executeOnce(execution, key, ctx.path);
    ctx.status = status;
    ctx.type = 'application/json';
    if (isReplay) ctx.set('Idempotent-Replayed', 'true');
    ctx.body = body;
  } catch (error) {
    await recordRefusal(execution, error).catch((failure: unknown) =>
      ctx.state.log.warn({ err: failure }, 'refusal not audited'),
    );
    throw error;
  }
};

const setVersionTag = (ctx: Ctx, data: unknown): void => {
  const version = (data as { version?: unknown } | null)?.version;
  if (typeof version === 'number') ctx.set('ETag', `"v${version}"`);
};

const markDeprecated = (ctx: Ctx, deprecated?: { sunset: string }): void => {
  if (deprecated === undefined) return;
  ctx.set('Deprecation', 'true');
  ctx.set('Sunset', new Date(deprecated.sunset).toUTCString());
};
