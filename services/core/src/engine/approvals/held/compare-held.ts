import type { CampaignRecord } from '../../../store/campaigns/campaign-store.ts';
import { listMailboxes, type MailboxRecord } from '../../../store/mailboxes/mailbox-store.ts';
import type { MessageRecord } from '../../../store/messages/message-store.ts';
import type { WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';
import { type CampaignMailbox, mailboxesOf } from '../../campaigns/campaign-mailboxes.ts';
import { findPeople, scopeOf } from '../../campaigns/campaign-people.ts';
import type { QueuedText } from '../../campaigns/render-queued.ts';
import { type Covering, differencesOf, type MessageDifference } from '../manifest/compare-message.ts';
import { adoptCampaign, findCovering } from '../manifest/find-covering.ts';
import { currentTexts } from '../manifest/message-manifest.ts';

/** A message with what covered it, and everything that differs from that now. */
export interface ComparedNow {
  message: MessageRecord;
  covering: Covering | null;
  differences: MessageDifference[];
  /** Text as it would be sent now. Absent for a text that a person wrote. */
  current: QueuedText | undefined;
}

interface Facts {
  workspace: WorkspaceRecord;
  now: Date;
}

/** Compares messages that are not being sent with what was approved. `campaign` is null for messages outside of any. */
export async function compareNow(
  messages: MessageRecord[],
  campaign: CampaignRecord | null,
  { workspace, now }: Facts,
): Promise<ComparedNow[]> {
  if (campaign !== null) await adoptCampaign(campaign, workspace, now);
  const people = await findPeople(
    workspace.id,
    messages.flatMap(({ contactId }) => contactId ?? []),
  );
  const covering = await findCovering(workspace.id, messages);
  const mailboxes = await mailboxesFor(messages, campaign, workspace.id);
  const texts = campaign === null ? [] : await currentTexts(campaign, messages, people, { workspace, now });
  const current = new Map(texts);
  return messages.flatMap((message): ComparedNow[] => {
    const person = people.get(message.contactId ?? '');
    const mailbox = mailboxes.find(({ id }) => id === message.mailboxId) ?? mailboxes[0];
    const text = current.get(message.id);
    const step = campaign?.steps.find(({ id }) => id === message.stepId);
    const covered = covering.get(message.id) ?? null;
    if (mailbox === undefined || (campaign !== null && person === undefined)) return [];
    const written =
      text !== undefined && step !== undefined && person !== undefined
        ? { written: { step, scope: scopeOf(person, mailbox, workspace, now) } }
        : {};
    const differences = differencesOf(covered, {
      message: { ...message, ...text },
      mailbox,
      workspace,
      language: person?.contact.language ?? null,
      hasLink: campaign?.unsubscribe ?? false,
      hasFooter: campaign !== null,
      ...written,
      now,
    });
    return [{ message, covering: covered, differences, current: text }];
  });
}

function mailboxesFor(
  messages: MessageRecord[],
  campaign: CampaignRecord | null,
  workspaceId: string,
): Promise<(CampaignMailbox | MailboxRecord)[]> {
  if (campaign !== null) return mailboxesOf(workspaceId, campaign);
  return listMailboxes(
    workspaceId,
    messages.flatMap(({ mailboxId }) => mailboxId ?? []),
  );
}
