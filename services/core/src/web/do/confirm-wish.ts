import type { AnyWriteAction } from '../../actions/definition/define-action.ts';
import { findFormFile } from '../../engine/messages/form-file.ts';
import { AppError } from '../../errors/errors.ts';
import { sayNext, sayUndoable, type Undo } from '../chain/flash.ts';
import { memberIn } from '../chain/load-visitor.ts';
import { fieldIn } from '../chain/read-form.ts';
import { writeFormInput } from '../forms/write-form-input.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { pageOfId, typeOfId } from '../shown/record-types.ts';
import { shown } from '../shown/shown-value.ts';
import { withNames } from '../shown/with-names.ts';
import { forPeople } from '../shown/words.ts';
import { withAnswers } from './answer-columns.ts';
import { followUpOf } from './follow-up.ts';
import { fixedBy, type OperationFormState, pageHead, showForm, zoneOfForms } from './form-page.ts';
import { undoOf } from './immediate.ts';
import { type Performed, performAction } from './perform-action.ts';
import { openWish, type SealedWish } from './sealed-wish.ts';
import { showPlan } from './show-plan.ts';
import { standing } from './standing.ts';

const changed = 'Something has changed since this was shown. Look at it again before you confirm.';
/** Results that are shown only once, so the person must see the page. */
const secrets = ['secret', 'signingSecret'];

/** Runs exactly the plan that was shown. A second click returns the same result. */
export async function confirmWish(ctx: WebContext, deps: WebDeps, action: AnyWriteAction): Promise<void> {
  const sealed = openWish(ctx, deps, action.name, fieldIn(ctx, 'wish'));
  const answered = withAnswers(ctx, sealed);
  const wish = answered ?? sealed;
  const state = stateOf(ctx, action, wish);
  if (answered) return showPlan(ctx, deps, action, state, answered);
  if (ctx.state.form?.has('_edit')) return showForm(ctx, deps, action, state);
  const [digest, key] = [fieldIn(ctx, 'digest'), fieldIn(ctx, 'key')];
  if (!/^[\w-]{36}$/.test(key) || digest === '') return showPlan(ctx, deps, action, state, wish);
  const done = await perform(ctx, deps, action, wish, { digest, key });
  if (done instanceof AppError) {
    ctx.status = done.status;
    const problem = done.code === 'plan_changed' ? changed : forPeople(done.message);
    return showPlan(ctx, deps, action, state, wish, problem);
  }
  const { input, back } = wish;
  await showResult(ctx, deps, action, { back, done, undo: undoOf(action, { input, data: done.data ?? {} }) });
}

async function perform(
  ctx: WebContext,
  deps: WebDeps,
  action: AnyWriteAction,
  { input, version, uploadId }: SealedWish,
  { digest, key }: { digest: string; key: string },
): Promise<Performed | AppError> {
  const upload = await findFormFile(memberIn(ctx).workspace.id, uploadId);
  const facts = { digest, idempotencyKey: key, expectedVersion: version, upload };
  try {
    return await performAction(ctx, deps, action, structuredClone(input), facts);
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error;
    throw error;
  }
}

interface Result {
  back: string;
  done: Performed;
  undo?: Undo;
  /** ID of the undo, if a repeated request must offer the same one. */
  undoId?: string;
}

/** Returns to the page that the person came from, or shows a result that they must see. */
export async function showResult(
  ctx: WebContext,
  deps: WebDeps,
  action: AnyWriteAction,
  { back, done: { status, summary, data, cost }, undo, undoId }: Result,
): Promise<void> {
  const followUp = followUpOf(action, data);
  if (followUp !== undefined) {
    sayNext(ctx, deps, forPeople(summary));
    return ctx.redirect(followUp);
  }
  const isOnce = secrets.some((name) => Object.hasOwn(data ?? {}, name));
  const waits = status === 202 && Object.hasOwn(data ?? {}, 'approval');
  if (back !== '/app/commands' && !isOnce && !waits) {
    await sayUndoable(ctx, deps, forPeople(summary), undo, undoId);
    return ctx.redirect(await standing(ctx, deps, back));
  }
  const id = typeof data?.id === 'string' ? data.id : '';
  const record = id === '' ? undefined : pageOfId(id);
  const noun = typeOfId(id)?.noun;
  const result = {
    summary: forPeople(summary),
    cost,
    shown: await withNames(memberIn(ctx).workspace.id, shown(data)),
    record,
    noun,
  };
  await renderPage(ctx, 'do-done', { ...pageHead(action, back), ...result });
}

function stateOf(ctx: WebContext, action: AnyWriteAction, { input, version, back }: SealedWish): OperationFormState {
  const form = writeFormInput(action.input, input, zoneOfForms(ctx));
  return { form, fixed: fixedBy(action, form), version, back };
}
