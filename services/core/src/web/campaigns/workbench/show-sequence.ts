import { cutText } from '@outbound/node-service/text/cut-text';
import { previewCampaign } from '../../../actions/campaigns/preview-campaign.ts';
import { getCampaignReport } from '../../../actions/campaigns/reports/get-campaign-report.ts';
import { listContacts } from '../../../actions/contacts/list-contacts.ts';
import { checkClaims } from '../../../actions/messages/check-claims.ts';
import { listFiles } from '../../../actions/messages/files/list-files.ts';
import { listSnippets } from '../../../actions/messages/templates/list-snippets.ts';
import { firstVariantId, variantsMax } from '../../../domain/campaigns/sequence-step.ts';
import { replyClasses } from '../../../domain/replies/reply-classes.ts';
import { mailboxesOf } from '../../../engine/campaigns/campaign-mailboxes.ts';
import { firstEnrolled } from '../../../engine/campaigns/first-enrolled.ts';
import { versionsNextTo } from '../../../engine/campaigns/sequence-versions.ts';
import { templateVariables } from '../../../engine/campaigns/template-variables.ts';
import { namesOfRecords } from '../../../engine/names/names-of-records.ts';
import { memberIn } from '../../chain/load-visitor.ts';
import { actionHref } from '../../do/action-link.ts';
import { readAction } from '../../do/perform-action.ts';
import { pushAddress } from '../../frame/push-address.ts';
import { renderPage } from '../../frame/render-page.ts';
import type { WebContext, WebDeps } from '../../frame/web-deps.ts';
import { type Campaign, readCampaign, type Step, stepInputOf } from './change-steps.ts';
import { quickChecks } from './quick-checks.ts';
import { newSteps, storedText, textMark, type UnsavedText } from './save-text.ts';
import { sharesOf, stepWaitInWords, waitControls } from './step-words.ts';
import { workbenchHead } from './workbench-head.ts';

const peopleShownMax = 100;
const claimTextMax = 20_000;
const listedMax = 100;

/** Open step, text, and person: from the address, or from a form that was not saved. */
export interface OpenPart {
  open: { step?: string; variant?: string; person?: string };
  unsaved?: UnsavedText;
}

export async function showSequence(ctx: WebContext, deps: WebDeps, part?: OpenPart): Promise<void> {
  const query = new URLSearchParams(ctx.querystring);
  const from = (name: string) => query.get(name) ?? undefined;
  const { open, unsaved } = part ?? {
    open: { step: from('step'), variant: from('variant'), person: from('person') },
  };
  // A text that has just been saved for the first time has an address of its own.
  if (part === undefined) pushAddress(ctx);
  const campaign = await readCampaign(ctx, deps);
  const head = await workbenchHead(ctx, campaign);
  const editor = editorOf(campaign, open, unsaved);
  const people = await peopleOf(ctx, deps, campaign.id);
  const at = Math.min(Math.max(Number(open.person) || 1, 1), Math.max(people.ids.length, 1));
  const contactId = people.ids[at - 1];
  const mailboxes = await mailboxesOf(memberIn(ctx).workspace.id, campaign);
  await renderPage(ctx, 'sequence', {
    ...head,
    versions: head.isEditable ? await versionsNextTo(memberIn(ctx).workspace.id, campaign.id) : {},
    steps: await listedSteps(ctx, deps, campaign, editor.step?.id ?? editor.stepId),
    editor,
    isNamed: query.has('named'),
    variables: await templateVariables(memberIn(ctx).workspace, mailboxes[0], contactId, deps.now()),
    snippets: await readAction(ctx, deps, listSnippets, { limit: listedMax }),
    files: await readAction(ctx, deps, listFiles, { limit: listedMax }),
    classes: replyClasses,
    checks: quickChecks(ctx, { campaign, enrolled: head.enrolled, mailboxes }),
    person: await personShown(ctx, people, at),
    preview:
      contactId && editor.step?.kind === 'email' ? await previewOf(ctx, deps, campaign, editor, contactId) : null,
    testHref: testHref(campaign.id, editor, contactId, mailboxes),
  });
}

type Editor = ReturnType<typeof editorOf>;

/** The open step and text. Without steps, a new message is open. */
function editorOf(
  campaign: Campaign,
  { step: wanted, variant = firstVariantId }: OpenPart['open'],
  unsaved?: UnsavedText,
) {
  const { steps } = campaign;
  const isNew = newSteps.some((name) => name === wanted) || steps.length === 0;
  const step = isNew ? undefined : (steps.find(({ id }) => id === wanted) ?? steps[0]!);
  const stepId = step?.id ?? (wanted === 'new-task' ? 'new-task' : 'new-email');
  const input = step && stepInputOf(step);
  const letters = step ? [firstVariantId, ...step.variants.map(({ id }) => id)] : [firstVariantId];
  const nextLetter = String.fromCharCode(firstVariantId.charCodeAt(0) + letters.length);
  const isNewVariant = step !== undefined && variant === nextLetter && letters.length < variantsMax;
  const variantId = letters.includes(variant) || isNewVariant ? variant : firstVariantId;
  const stored = input && storedText(input, variantId);
  const text = unsaved ?? stored ?? { subject: '', body: '' };
  const shares = step ? sharesOf([step.weight, ...step.variants.map(({ weight }) => weight)]) : [];
  const index = step ? steps.indexOf(step) : steps.length;
  const isTask = step ? step.kind === 'task' : stepId === 'new-task';
  return {
    step,
    stepId,
    index,
    number: index + 1,
    count: Math.max(steps.length, index + 1),
    before: steps[index - 1]?.id,
    after: steps[index + 1]?.id,
    isTask,
    isNew,
    isNewVariant,
    variantId,
    text,
    was: stored ? textMark(stored) : '',
    unsaved,
    bodyFormat: step?.bodyFormat ?? 'text',
    attachments: step?.attachments ?? [],
    tabs: letters.map((id, place) => ({
      id,
      share: shares[place] ?? 100,
      weight: place === 0 ? (step?.weight ?? 1) : step!.variants[place - 1]!.weight,
      isHere: id === variantId,
      isWinner: step?.winnerId === id,
    })),
    nextLetter: step && letters.length < variantsMax ? nextLetter : null,
    needsSubject: !isTask && (step?.thread === 'new' || steps.slice(0, index).every(({ kind }) => kind === 'task')),
    isFirst: index === 0,
    isLast: index >= steps.length - 1,
  };
}

/** The steps as the list shows them. After the launch, with their numbers. */
async function listedSteps(ctx: WebContext, deps: WebDeps, campaign: Campaign, openId: string) {
  const { id: campaignId, steps, launchedAt } = campaign;
  const report = launchedAt === null ? null : await readAction(ctx, deps, getCampaignReport, { campaignId });
  const threads = subjectsOf(steps);
  return steps.map((step, index) => {
    const own = report?.steps.find(({ stepId }) => stepId === step.id);
    return {
      ...step,
      index,
      number: index + 1,
      line: step.kind === 'task' ? step.subject : threads[index],
      wait: stepWaitInWords(step, index),
      control: waitControls(step),
      isOpen: step.id === openId,
      numbers: own && step.kind === 'email' ? { sent: own.sent, replied: own.replied } : null,
    };
  });
}

/** Subject of each message, also of those that reply in the thread. */
function subjectsOf(steps: Step[]): string[] {
  let thread = '';
  return steps.map(({ kind, subject }) => {
    if (kind === 'task') return subject;
    if (subject !== '') thread = subject;
    return subject === '' ? `Re: ${thread}` : subject;
  });
}

/** People whose message can be shown: the enrolled ones, or else the newest contact. */
async function peopleOf(ctx: WebContext, deps: WebDeps, campaignId: string) {
  const { contactIds } = await firstEnrolled(memberIn(ctx).workspace.id, campaignId, peopleShownMax);
  if (contactIds.length > 0) return { ids: contactIds, areEnrolled: true };
  const anyone = await readAction(ctx, deps, listContacts, { limit: 1 });
  return { ids: anyone.map(({ id }) => String(id)), areEnrolled: false };
}

async function personShown(ctx: WebContext, { ids, areEnrolled }: Awaited<ReturnType<typeof peopleOf>>, at: number) {
  const id = ids[at - 1];
  if (id === undefined) return null;
  const names = await namesOfRecords(memberIn(ctx).workspace.id, [id]);
  return { id, name: names.get(id), at, count: ids.length, isEnrolled: areEnrolled };
}

async function previewOf(ctx: WebContext, deps: WebDeps, campaign: Campaign, editor: Editor, contactId: string) {
  const variant = editor.isNewVariant ? firstVariantId : editor.variantId;
  const wanted = { campaignId: campaign.id, contactIds: [contactId], stepId: editor.step!.id, variant };
  const { contacts } = await readAction(ctx, deps, previewCampaign, wanted);
  const message = contacts[0]?.messages[0];
  return {
    ...message,
    skipReason: contacts[0]?.skipReason,
    claims: message ? await claimsOf(ctx, deps, contactId, message.bodyText) : [],
    sourceHref: actionHref('create_fact', { subjectId: contactId }, ctx.url),
  };
}

/** Sentences of the message about its recipient, with their sources. Those without one come first. */
async function claimsOf(ctx: WebContext, deps: WebDeps, contactId: string, text: string) {
  const { sentences } = await readAction(ctx, deps, checkClaims, { contactId, text: cutText(text, claimTextMax) });
  const claims = sentences.filter(({ verdict }) => verdict !== 'neutral');
  return claims.toSorted((one, other) => Number(one.verdict === 'supported') - Number(other.verdict === 'supported'));
}

/** Page that sends the open step to one of the mailboxes itself. */
function testHref(
  campaignId: string,
  { step }: Editor,
  contactId: string | undefined,
  mailboxes: readonly { id: string | null; state: string }[],
): string | null {
  const mailboxId = mailboxes.find(({ id, state }) => id !== null && state !== 'paused')?.id;
  if (!mailboxId || contactId === undefined || step?.kind !== 'email') return null;
  const back = `/app/campaigns/${campaignId}/sequence?step=${step.id}`;
  return actionHref('send_test_mail', { mailboxId, campaignId, stepId: step.id, contactId }, back);
}
