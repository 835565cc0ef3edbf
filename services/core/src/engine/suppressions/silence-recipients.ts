import { canMoveCampaign } from '../../domain/campaigns/campaign-state.ts';
import { contactLabel } from '../../domain/contacts/contact.ts';
import { counted } from '../../domain/text/counted.ts';
import { findCampaign } from '../../store/campaigns/campaign-store.ts';
import { endOpenEnrollments, findOpenEnrollmentsOf } from '../../store/campaigns/enrollment-bulk.ts';
import { countEnrollmentsByState, type EnrollmentRecord } from '../../store/campaigns/enrollment-store.ts';
import { findContactsAt, forbidContact } from '../../store/contacts/contact-bulk-store.ts';
import type { ContactRecord } from '../../store/contacts/contact-store.ts';
import { addEvents } from '../../store/events/event-store.ts';
import { cancelMessagesTo, countMessagesTo } from '../../store/messages/message-store.ts';
import { completeCampaignIfDone } from '../campaigns/enrollment-effects.ts';
import type { ActionContext } from '../context/action-context.ts';
import type { PlannedEffect } from '../context/plan.ts';
import { endedTaskEffects } from '../tasks/task-effects.ts';

/** Largest number of a domain's contacts changed together. For the rest, the check before each sending applies. */
const recipientsMax = 10_000;
/** Above this number, effects are counted instead of listed. */
const namedMax = 100;

/** All stored records that a suppression entry affects. */
export interface Recipients {
  contacts: ContactRecord[];
  enrollments: EnrollmentRecord[];
  /** Filter for their messages. */
  to: { value: string; isDomain: boolean } | { addresses: string[] };
}

/** Stored contacts with this address, or at this domain and its subdomains, and their open enrollments. */
export async function findRecipients(
  kind: 'address' | 'domain',
  value: string,
  { workspaceId }: ActionContext,
): Promise<Recipients> {
  const to = { value, isDomain: kind === 'domain' };
  const contacts = await findContactsAt(workspaceId, to, recipientsMax);
  const contactIds = contacts.map(({ id }) => id);
  return { contacts, enrollments: await findOpenEnrollmentsOf(workspaceId, contactIds), to };
}

function namedOrCounted<Item>(items: Item[], noun: string, effectOf: (item: Item) => PlannedEffect): PlannedEffect[] {
  const effects = items.slice(0, namedMax).map(effectOf);
  if (items.length <= namedMax) return effects;
  const { id: _id, ...shared } = effects[0]!;
  return [{ ...shared, label: counted(items.length, noun), changes: { ...shared.changes, count: items.length } }];
}

/** Planned effects, listed for up to a hundred records and counted above that. */
export async function silenceEffects(
  { contacts, enrollments, to }: Recipients,
  { workspaceId }: ActionContext,
): Promise<PlannedEffect[]> {
  const labels = new Map(contacts.map((contact) => [contact.id, contactLabel(contact)]));
  const marked = contacts.filter(({ doNotContact, stage }) => !doNotContact || stage !== 'do_not_contact');
  const messages = await countMessagesTo(workspaceId, to);
  return [
    ...namedOrCounted(marked, 'contact', ({ id }) => ({
      op: 'update',
      type: 'contact',
      id,
      label: labels.get(id)!,
      changes: { doNotContact: true, stage: 'do_not_contact' },
    })),
    ...namedOrCounted(enrollments, 'enrollment', ({ id, contactId }) => ({
      op: 'stop',
      type: 'enrollment',
      id,
      label: labels.get(contactId)!,
      changes: { state: 'unsubscribed' },
    })),
    ...(messages === 0
      ? []
      : [
          { op: 'cancel' as const, type: 'message', label: counted(messages, 'message'), changes: { count: messages } },
        ]),
    ...(await endedTaskEffects(
      workspaceId,
      enrollments.map(({ id }) => id),
    )),
    ...(await completedCampaigns(enrollments)),
  ];
}

/** Campaigns that would have no open enrollments left, and so would be completed. */
async function completedCampaigns(enrollments: EnrollmentRecord[]): Promise<PlannedEffect[]> {
  const effects: PlannedEffect[] = [];
  for (const [campaignId, ended] of Map.groupBy(enrollments, (one) => one.campaignId)) {
    const { workspaceId } = ended[0]!;
    const { pending = 0, active = 0, paused = 0 } = await countEnrollmentsByState(workspaceId, campaignId);
    const campaign = pending + active + paused > ended.length ? null : await findCampaign(workspaceId, campaignId);
    if (campaign === null || !canMoveCampaign(campaign.state, 'complete')) continue;
    const { id, name: label } = campaign;
    effects.push({ op: 'update', type: 'campaign', id, label, changes: { state: 'completed' } });
  }
  return effects;
}

/** Marks the contacts, ends their enrollments, and cancels their messages, each with an event. Call inside `run`. */
export async function silenceRecipients(
  { contacts, enrollments, to }: Recipients,
  { workspaceId, now: clock }: ActionContext,
): Promise<void> {
  const now = clock();
  const marked = contacts.filter(({ doNotContact, stage }) => !doNotContact || stage !== 'do_not_contact');
  await forbidContact(
    workspaceId,
    marked.map(({ id }) => id),
    now,
  );
  await addEvents(
    workspaceId,
    marked.map(({ id }) => ({
      type: 'contact.updated',
      subjectId: id,
      data: { contactId: id, fields: ['doNotContact', 'stage'] },
    })),
    now,
  );
  await cancelMessagesTo(workspaceId, to, now);
  await endOpenEnrollments(workspaceId, enrollments, 'unsubscribed', now);
  const campaignIds = new Set(enrollments.map(({ campaignId }) => campaignId));
  for (const campaignId of campaignIds) await completeCampaignIfDone(workspaceId, campaignId, now);
}
