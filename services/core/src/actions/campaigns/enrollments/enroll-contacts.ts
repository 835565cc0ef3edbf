import { type Static, Type } from 'typebox';
import { enrollableCampaignStates } from '../../../domain/campaigns/campaign-state.ts';
import { enrollSkipReasons } from '../../../domain/campaigns/enrollment-skip.ts';
import { closingStages, contactLabel } from '../../../domain/contacts/contact.ts';
import { counted } from '../../../domain/text/counted.ts';
import { addRecipients } from '../../../engine/approvals/manifest/campaign-manifest.ts';
import { flagClaims } from '../../../engine/approvals/manifest/flag-claims.ts';
import { ManifestBuilder } from '../../../engine/approvals/manifest/manifest-builder.ts';
import { sending } from '../../../engine/approvals/manifest/strange-sender.ts';
import { findPeople } from '../../../engine/campaigns/campaign-people.ts';
import { checkEnrollments, type EnrollCheck } from '../../../engine/campaigns/check-enrollments.ts';
import { emitEnrollmentChange } from '../../../engine/campaigns/enrollment-effects.ts';
import { reviveEnrollment } from '../../../engine/campaigns/revive-enrollment.ts';
import { contactSelection } from '../../../engine/contacts/contact-selection.ts';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import { AppError } from '../../../errors/errors.ts';
import { Id, Input, OneOf } from '../../../schema/schema.ts';
import { type CampaignRecord, updateCampaign } from '../../../store/campaigns/campaign-store.ts';
import { insertEnrollments } from '../../../store/campaigns/enrollment-bulk.ts';
import { type EnrollmentRecord, findEnrollments } from '../../../store/campaigns/enrollment-store.ts';
import type { ContactRecord } from '../../../store/contacts/contact-store.ts';
import { personDigests } from '../../../store/secrets/address-digests.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { requireCampaign } from '../require-campaign.ts';
import { selectContacts } from './select-contacts.ts';

const idsMax = 1_000;
const itemsShownMax = 1_000;

const Item = Type.Object({
  contactId: Type.String({ description: 'The contact.' }),
  status: OneOf(['enrolled', 'skipped'], { description: 'Outcome for the contact.' }),
  reason: Type.Optional(OneOf(enrollSkipReasons, { description: 'Reason for the skip.' })),
  enrollmentId: Type.Optional(Type.String({ description: 'The new enrollment.' })),
});

export const enrollContacts = defineWrite({
  name: 'enroll_contacts',
  title: 'Enroll contacts',
  summary: 'Enroll contacts in a campaign, with a reason for each skipped contact.',
  description:
    'Enrolls contacts selected by contactIds (at most 1,000), listId, filter, or where. Contacts that cannot ' +
    'be contacted are skipped with a reason: no_email, bounced_before, suppressed, do_not_contact, no_basis, ' +
    'invented_person, email_not_allowed, already_enrolled, in_other_campaign, duplicate_company, recently_contacted, ' +
    'not_found. In a draft, nothing is sent until launch_campaign. In a running campaign, the sequence starts ' +
    'immediately, so sending:write is required.',
  method: 'post',
  path: '/campaigns/{campaignId}/enrollments',
  scope: 'campaigns:write',
  effect: 'write',
  mayReachPeople: true,
  input: Input({ campaignId: Id('cmp', 'Campaign to enroll in.'), ...contactSelection(idsMax) }),
  output: Type.Object({
    campaignId: Type.String({ description: 'The campaign.' }),
    enrolledCount: Type.Integer({ description: 'Contacts enrolled.' }),
    skippedCount: Type.Integer({ description: 'Contacts skipped.' }),
    items: Type.Array(Item, { description: 'One item per contact, at most 1,000.' }),
  }),
  errors: ['not_found', 'invalid_state', 'missing_scope', 'limit_reached'],
  isEverydayTool: true,

  async plan(input, ctx) {
    const campaign = await requireCampaign(input.campaignId, ctx);
    requireEnrollable(campaign, ctx);
    const { contactIds, contacts } = await selectContacts(input, ctx);
    const checks = await checkEnrollments(contactIds, contacts, campaign, ctx);
    const good = checks.flatMap(({ contact, reason }) => (reason === null && contact !== null ? [contact] : []));
    const skipped = checks.flatMap(({ contactId, label, reason }) =>
      reason === null ? [] : [{ id: contactId, label, reason }],
    );
    return {
      summary: `Would enroll ${counted(good.length, 'contact')} in ${campaign.name}, and skip ${skipped.length}.`,
      recipients: isStarted(campaign) ? good.length : 0,
      effects: good.map((contact) => ({
        op: 'enroll',
        type: 'contact',
        id: contact.id,
        label: contactLabel(contact),
      })),
      skipped,
      warnings: [...warningsOf(campaign, ctx.now()), ...stageWarnings(good)],
      ...(isStarted(campaign) && (await sending(ctx.workspaceId, await enrolledManifest(campaign, good, ctx)))),
      state: { campaign, contacts: good, checks },
    };
  },

  async run(_input, { state }, ctx) {
    const { campaign, contacts, checks } = state;
    const createdBy = ctx.actor.userId ?? ctx.actor.id;
    const failedIds = new Map(
      checks.flatMap(({ contactId, failedEnrollmentId: id }) => (id === undefined ? [] : [[contactId, id] as const])),
    );
    const inserted = await insertEnrollments(
      ctx.workspaceId,
      contacts
        .filter(({ id }) => !failedIds.has(id))
        .map((contact) => ({
          campaignId: campaign.id,
          contactId: contact.id,
          companyId: contact.companyId ?? null,
          personDigests: personDigests(contact),
          createdBy,
          ...(closingStages.includes(contact.stage) && { enrolledStage: contact.stage }),
        })),
      ctx.now(),
    );
    const again = contacts.flatMap(({ id }) => failedIds.get(id) ?? []);
    const enrollments = [...inserted, ...(await beginAgain(again, ctx))];
    if (isStarted(campaign) && enrollments.length > 0) {
      await updateCampaign(ctx.workspaceId, campaign.id, { isQueueing: true }, ctx.now());
    }
    const idOf = new Map(enrollments.map(({ contactId, id }) => [contactId, id]));
    const skippedCount = checks.length - enrollments.length;
    const counts = `Enrolled ${counted(enrollments.length, 'contact')} in ${campaign.name}, skipped ${skippedCount}.`;
    return {
      data: {
        campaignId: campaign.id,
        enrolledCount: enrollments.length,
        skippedCount,
        items: checks.slice(0, itemsShownMax).map((check) => toItem(check, idOf)),
      },
      summary: [counts, ...endedWarning(campaign, ctx.now())].join(' '),
      subjectIds: [campaign.id],
    };
  },
});

/** Messages to people who join a launched campaign. */
async function enrolledManifest(campaign: CampaignRecord, contacts: ContactRecord[], ctx: ActionContext) {
  const { workspace } = ctx;
  const facts = { workspace, now: ctx.now() };
  const builder = new ManifestBuilder('enroll_contacts', workspace);
  const people = await findPeople(
    ctx.workspaceId,
    contacts.map(({ id }) => id),
  );
  const recipients = [...people.values()].map((person) => ({ person, mailboxId: null, isNew: true }));
  await addRecipients(builder, { campaign, recipients }, facts);
  return flagClaims(await builder.finish(campaign.id), workspace);
}

/** Restarts failed sequences at the step where they stopped. */
async function beginAgain(enrollmentIds: string[], ctx: ActionContext): Promise<EnrollmentRecord[]> {
  const begun: EnrollmentRecord[] = [];
  for (const failed of await findEnrollments(ctx.workspaceId, enrollmentIds)) {
    const revived = await reviveEnrollment(failed, ctx.now());
    if (revived === null) continue;
    await emitEnrollmentChange(revived, ctx.now());
    begun.push(revived);
  }
  return begun;
}

function toItem({ contactId, reason }: EnrollCheck, idOf: Map<string, string>): Static<typeof Item> {
  return reason === null
    ? { contactId, status: 'enrolled', enrollmentId: idOf.get(contactId)! }
    : { contactId, status: 'skipped', reason };
}

/** Warns about an ended campaign: it sends nothing, so its new enrollments stay pending. */
function endedWarning({ state, endAt }: CampaignRecord, now: Date): string[] {
  if (state === 'completed') return ['The campaign has completed. Launch it again to send.'];
  return endAt !== null && endAt <= now ? ['The campaign has ended. Change endAt, then launch it again to send.'] : [];
}

/** Warns about stages that usually end a sequence. Enrolling such contacts must be deliberate. */
function stageWarnings(contacts: ContactRecord[]): string[] {
  return [...Map.groupBy(contacts, ({ stage }) => stage)].flatMap(([stage, own]) =>
    closingStages.includes(stage) ? [`${counted(own.length, 'contact')} to enroll: stage ${stage}.`] : [],
  );
}

function warningsOf(campaign: CampaignRecord, now: Date): string[] {
  const ended = endedWarning(campaign, now);
  if (ended.length > 0) return ended;
  return isStarted(campaign)
    ? ['The campaign is running: first messages are sent as soon as its window and limits allow.']
    : [];
}

function isStarted({ state, launchedAt }: CampaignRecord): boolean {
  return state === 'running' || state === 'scheduled' || (state === 'paused' && launchedAt !== null);
}

function requireEnrollable(campaign: CampaignRecord, ctx: ActionContext): void {
  if (!enrollableCampaignStates.includes(campaign.state)) {
    throw new AppError('invalid_state', `Contacts cannot be enrolled in a campaign that is ${campaign.state}.`, {
      allowedValues: enrollableCampaignStates,
    });
  }
  if (!isStarted(campaign) || ctx.scopes.includes('sending:write')) return;
  throw new AppError('missing_scope', 'The campaign is running, so enrolling sends email. This needs sending:write.', {
    missingScopes: ['sending:write'],
  });
}
