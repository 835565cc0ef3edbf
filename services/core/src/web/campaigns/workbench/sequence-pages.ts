import { toStepView } from '../../../actions/campaigns/campaign-view.ts';
import { addFile } from '../../../actions/messages/files/add-file.ts';
import { firstVariantId, stepsMax } from '../../../domain/campaigns/sequence-step.ts';
import { stepsOfVersion } from '../../../engine/campaigns/sequence-versions.ts';
import { keepFormFile } from '../../../engine/messages/form-file.ts';
import { AppError } from '../../../errors/errors.ts';
import { sayNext, sayUndoable } from '../../chain/flash.ts';
import { memberIn, requireMember } from '../../chain/load-visitor.ts';
import { fieldIn, formIn } from '../../chain/read-form.ts';
import { requireRoleAtPage } from '../../chain/require-role.ts';
import { refusalOf } from '../../do/form-page.ts';
import { performAction } from '../../do/perform-action.ts';
import type { WebContext, WebDeps, WebRouter } from '../../frame/web-deps.ts';
import { backAmong, changeSteps, indexIn, stepInputOf } from './change-steps.ts';
import { showLaunchCheck } from './launch-check-part.ts';
import { saveText, type UnsavedText } from './save-text.ts';
import { showSequence } from './show-sequence.ts';
import { actsSaid, stepActs } from './step-acts.ts';

const path = '/app/campaigns/:campaignId';

/** Sequence of a campaign: its steps, the open text, and the message that one person gets. */
export function sequencePages(router: WebRouter, deps: WebDeps): void {
  router.get(`${path}/sequence`, requireMember, (ctx) => showSequence(ctx, deps));
  router.get(`${path}/launch-check`, requireMember, (ctx) => showLaunchCheck(ctx, deps));
  router.post(`${path}/text`, requireRoleAtPage('member'), (ctx) => save(ctx, deps));
  router.post(`${path}/step`, requireRoleAtPage('member'), (ctx) => act(ctx, deps));
  router.post(`${path}/version`, requireRoleAtPage('member'), (ctx) => stepTo(ctx, deps));
}

function sequenceHref(ctx: WebContext, open: { step?: string; variant?: string; person?: string }): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(open)) {
    if (value !== undefined && value !== '' && !(name === 'variant' && value === firstVariantId))
      query.set(name, value);
  }
  const search = query.toString();
  return `/app/campaigns/${ctx.params.campaignId}/sequence${search === '' ? '' : `?${search}`}`;
}

/** Saves the open text: while a person types with script, by a button without it. */
async function save(ctx: WebContext, deps: WebDeps): Promise<void> {
  const saved = await saveText(ctx, deps);
  if (saved.unsaved !== undefined) return showUnsaved(ctx, deps, saved.unsaved);
  const variant = fieldIn(ctx, 'variant');
  ctx.redirect(sequenceHref(ctx, { step: saved.stepId, variant, person: fieldIn(ctx, 'person') }));
}

async function showUnsaved(ctx: WebContext, deps: WebDeps, unsaved: UnsavedText): Promise<void> {
  ctx.status = unsaved.theirs === undefined ? 422 : 409;
  const [step, variant, person] = [fieldIn(ctx, 'step'), fieldIn(ctx, 'variant'), fieldIn(ctx, 'person')];
  await showSequence(ctx, deps, { open: { step, variant, person }, unsaved });
}

/** Carries out what a menu of a step offers. It can be undone. */
async function act(ctx: WebContext, deps: WebDeps): Promise<void> {
  const [stepId, variant, name] = [fieldIn(ctx, 'step'), fieldIn(ctx, 'variant') || firstVariantId, fieldIn(ctx, 'do')];
  const change = Object.hasOwn(stepActs, name) ? stepActs[name] : undefined;
  if (change === undefined) throw new AppError('not_found', 'There is no such action.');
  let at = 0;
  try {
    if (name === 'attach') await addFileOf(ctx, deps);
    const { campaign, undo } = await changeSteps(ctx, deps, (steps) => {
      at = indexIn(steps, stepId);
      if (name === 'duplicate' && steps.length >= stepsMax) {
        throw new AppError('validation_failed', `A sequence has at most ${stepsMax} steps.`);
      }
      return change(steps, { at, variant, form: formIn(ctx) });
    });
    await sayUndoable(ctx, deps, actsSaid[name]!, undo);
    const open = name === 'duplicate' ? campaign.steps[at + 1]?.id : name === 'delete' ? undefined : stepId;
    const isVariantGone = name === 'delete_variant';
    ctx.redirect(sequenceHref(ctx, { step: open, variant: isVariantGone ? undefined : variant }));
  } catch (error) {
    sayNext(ctx, deps, refusalOf(error).problem ?? '');
    ctx.redirect(sequenceHref(ctx, { step: stepId, variant }));
  }
}

/** Brings a kept version of the sequence back. */
async function stepTo(ctx: WebContext, deps: WebDeps): Promise<void> {
  const [step, variant, person] = [fieldIn(ctx, 'step'), fieldIn(ctx, 'variant'), fieldIn(ctx, 'person')];
  try {
    const to = Number(fieldIn(ctx, 'to') || 'none');
    const kept = await stepsOfVersion(memberIn(ctx).workspace.id, ctx.params.campaignId!, to);
    if (kept === null) throw new AppError('not_found', 'This version is no longer kept. Versions stay for 30 days.');
    const former = kept.map((one) => stepInputOf(toStepView(one)));
    await changeSteps(ctx, deps, (steps) => backAmong(steps, former), to);
  } catch (error) {
    sayNext(ctx, deps, refusalOf(error).problem ?? '');
  }
  ctx.redirect(sequenceHref(ctx, { step, variant, person }));
}

/** Stores the file of the form, and selects it for the attachments. */
async function addFileOf(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { file } = ctx.state;
  if (file === undefined) return;
  const upload = await keepFormFile(memberIn(ctx).workspace.id, file, deps.now());
  const { data } = await performAction(ctx, deps, addFile, { fileName: file.name }, { upload });
  formIn(ctx).append('attachments', String(data.id));
}
