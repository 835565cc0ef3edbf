import { hash } from 'node:crypto';
import { countryCodeOf } from '../../../domain/contacts/places/country-code.ts';
import { recipientZone } from '../../../domain/contacts/places/time-zone-country.ts';
import { findCampaigns } from '../../../store/campaigns/campaign-store.ts';
import { type ContactRecord, findContacts } from '../../../store/contacts/contact-store.ts';
import { mailboxesFor } from '../../../store/mailboxes/default-mailbox.ts';
import type { MailboxRecord } from '../../../store/mailboxes/mailbox-store.ts';
import { findUnplanned, markSkipped, putIntoLane } from '../../../store/messages/message-queue.ts';
import type { MessageRecord } from '../../../store/messages/message-store.ts';
import { type LaneKey, laneIdOf, wakeLanes } from '../../../store/sending/send-lane-store.ts';
import { wakeQueues } from '../../../store/sending/send-queue-store.ts';
import type { EngineDeps } from '../../context/engine-deps.ts';

const plannedPerRound = 500;

interface Place {
  key: LaneKey;
  messages: MessageRecord[];
}

/**
 * Assigns queued messages to a mailbox and a lane, and wakes the mailboxes. Returns the number of messages. Lanes are
 * created before messages join them and woken afterward, because both steps are needed to miss none.
 */
export async function planMessages({ now }: EngineDeps): Promise<number> {
  const messages = await findUnplanned(plannedPerRound, now());
  for (const [workspaceId, own] of Map.groupBy(messages, (message) => message.workspaceId)) {
    const places = await placesFor(workspaceId, own, now());
    const lanes = places.map(({ key, messages }) => ({ ...key, at: earliest(messages) }));
    await wakeLanes(lanes);
    for (const { key, messages } of places)
      await putIntoLane(
        messages.map(({ id }) => id),
        laneIdOf(key),
        key.mailboxId,
      );
    await wakeLanes(lanes);
    const mailboxIds = [...new Set(lanes.map(({ mailboxId }) => mailboxId))];
    await wakeQueues(workspaceId, mailboxIds, now());
  }
  return messages.length;
}

function earliest(messages: MessageRecord[]): Date {
  return new Date(Math.min(...messages.map(({ scheduledAt }) => scheduledAt?.getTime() ?? 0)));
}

async function placesFor(workspaceId: string, messages: MessageRecord[], now: Date): Promise<Place[]> {
  const contacts = await contactsOf(workspaceId, messages);
  const mailboxOf = await mailboxChoice(workspaceId, messages, now);
  const places = new Map<string, Place>();
  for (const message of messages) {
    const mailboxId = message.mailboxId ?? mailboxOf(message)?.id;
    if (mailboxId === undefined) {
      if (message.kind !== 'campaign') await markSkipped(message, 'no_mailbox', now);
      continue;
    }
    const key = laneKeyOf(message, mailboxId, contacts.get(message.contactId ?? ''));
    const id = laneIdOf(key);
    const place = places.get(id) ?? { key, messages: [] };
    place.messages.push(message);
    places.set(id, place);
  }
  return [...places.values()];
}

/** Lane of a message. Messages in a lane can be sent during the same hours. */
export function laneKeyOf(
  message: MessageRecord,
  mailboxId: string,
  contact: ContactRecord | null | undefined,
): LaneKey {
  const { workspaceId, campaignId, stepIndex, kind, firstRefusedAt } = message;
  const isOfCampaign = kind === 'campaign';
  return {
    workspaceId,
    mailboxId,
    campaignId: isOfCampaign ? campaignId : null,
    isFirst: isOfCampaign && stepIndex === 0,
    isRetry: Boolean(firstRefusedAt),
    timeZone: isOfCampaign && contact ? recipientZone(contact) : null,
    country: isOfCampaign ? (countryCodeOf(contact?.location?.country ?? '') ?? null) : null,
  };
}

async function contactsOf(workspaceId: string, messages: MessageRecord[]): Promise<Map<string, ContactRecord>> {
  const ids = messages.flatMap(({ contactId, kind }) => (contactId !== null && kind === 'campaign' ? [contactId] : []));
  const found = ids.length === 0 ? [] : await findContacts(workspaceId, [...new Set(ids)]);
  return new Map(found.map((contact) => [contact.id, contact]));
}

/** Mailbox for messages that name none, or whose mailbox was deleted. Each person always gets the same mailbox. */
async function mailboxChoice(workspaceId: string, messages: MessageRecord[], now: Date) {
  const open = messages.filter(({ mailboxId }) => mailboxId === null);
  const campaignIds = [
    ...new Set(open.flatMap(({ campaignId, kind }) => (campaignId && kind === 'campaign' ? [campaignId] : []))),
  ];
  const campaigns = campaignIds.length === 0 ? [] : await findCampaigns(workspaceId, campaignIds);
  const named = new Map(campaigns.map(({ id, mailboxIds }) => [id, mailboxIds]));
  const known = new Map<string, MailboxRecord[]>();
  for (const { campaignId, kind } of open) {
    const wanted = (kind === 'campaign' && named.get(campaignId ?? '')) || [];
    const all = await mailboxesFor(workspaceId, wanted, now);
    const active = all.filter(({ state }) => state !== 'paused');
    known.set(kind === 'campaign' ? (campaignId ?? '') : '', active.length > 0 ? active : all);
  }
  return ({ campaignId, kind, contactId, to }: MessageRecord): MailboxRecord | undefined => {
    const choice = known.get(kind === 'campaign' ? (campaignId ?? '') : '') ?? [];
    const draw = Number.parseInt(hash('sha256', contactId ?? to, 'hex').slice(0, 12), 16);
    return choice[draw % choice.length];
  };
}
