import { isStatusAllowed } from '../../domain/campaigns/enrollment-skip.ts';
import { allowsWriting } from '../../domain/contacts/declared-basis.ts';
import { unsendableStatuses } from '../../domain/contacts/email-status.ts';
import {
  type InventedRule,
  isInventedPerson,
  isReservedAddress,
  passesAsInvented,
} from '../../domain/contacts/invented-person.ts';
import { internalKinds } from '../../domain/messages/message-state.ts';
import type { SkipReason } from '../../domain/sending/reasons.ts';
import { type CampaignRecord, findCampaigns } from '../../store/campaigns/campaign-store.ts';
import { type ContactRecord, findContacts } from '../../store/contacts/contact-store.ts';
import type { MessageRecord } from '../../store/messages/message-store.ts';
import { findSuppressed } from '../../store/suppressions/suppression-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import { inventedRuleOf } from '../workspaces/invented-people.ts';

function present(ids: (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}

function byId<T extends { id: string }>(records: T[]): Map<string, T> {
  return new Map(records.map((one) => [one.id, one]));
}

/** Reason why each message cannot be sent to its recipient now, by message ID. Null if it can be. */
export async function recipientObstacles(
  messages: MessageRecord[],
  { workspaceId, config }: ActionContext,
): Promise<Map<string, SkipReason | null>> {
  const addresses = [...new Set(messages.map(({ to }) => to))];
  const inventedRule = await inventedRuleOf(workspaceId, config);
  const suppressed = await findSuppressed(workspaceId, addresses);
  const contacts = byId(await findContacts(workspaceId, present(messages.map(({ contactId }) => contactId))));
  const campaigns = byId(await findCampaigns(workspaceId, present(messages.map(({ campaignId }) => campaignId))));
  const obstacleOf = (message: MessageRecord): SkipReason | null => {
    if (suppressed.has(message.to)) return 'suppressed';
    if (inventedRule === 'skip' && isReservedAddress(message.to)) return 'invented_person';
    if (message.kind === 'answer' || internalKinds.includes(message.kind)) return null;
    const contact = contacts.get(message.contactId ?? '');
    return contactObstacle(message, contact, campaigns.get(message.campaignId ?? ''), inventedRule);
  };
  return new Map(messages.map((message) => [message.id, obstacleOf(message)]));
}

function contactObstacle(
  message: MessageRecord,
  contact: ContactRecord | undefined,
  campaign: CampaignRecord | undefined,
  inventedRule: InventedRule,
): SkipReason | null {
  if (contact === undefined) return 'contact_gone';
  if (contact.doNotContact || contact.stage === 'do_not_contact') return 'do_not_contact';
  if (contact.email !== message.to) return 'no_email';
  if (!allowsWriting(contact.declaredBasis)) return 'no_basis';
  if (inventedRule === 'skip' && isInventedPerson(contact)) return 'invented_person';
  if (passesAsInvented(contact, inventedRule)) return null;
  const isAllowed =
    campaign === undefined
      ? !unsendableStatuses.includes(contact.emailStatus)
      : isStatusAllowed(contact.emailStatus, campaign.allowedEmailStatuses);
  return isAllowed ? null : 'email_not_allowed';
}
