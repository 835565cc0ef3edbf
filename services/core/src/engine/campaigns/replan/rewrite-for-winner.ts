import { isTask, type SequenceStep } from '../../../domain/campaigns/sequence-step.ts';
import type { CampaignRecord } from '../../../store/campaigns/campaign-store.ts';
import { findOtherVariants, rewriteQueued } from '../../../store/campaigns/replan-store.ts';
import type { MessageRecord } from '../../../store/messages/message-store.ts';
import { findMessagesByHeader } from '../../../store/messages/message-thread-store.ts';
import type { WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';
import { mailboxesOf } from '../campaign-mailboxes.ts';
import { findPeople } from '../campaign-people.ts';
import { renderMessage } from '../render-message.ts';

const readAtOnce = 100;

type WonStep = SequenceStep & { winnerId: string };

function isWon(step: SequenceStep): step is WonStep {
  return !isTask(step) && step.keepsWinner === true && step.winnerId !== undefined;
}

/**
 * Gives the queued messages of a step the winning text. Individually approved messages keep the text that the person
 * saw.
 */
export async function rewriteForWinners(
  campaign: CampaignRecord,
  workspace: WorkspaceRecord,
  now: Date,
): Promise<void> {
  if (campaign.approval !== 'launch') return;
  for (const step of campaign.steps.filter(isWon)) {
    let afterId = '';
    for (;;) {
      const part = await findOtherVariants(campaign, step, afterId, readAtOnce);
      await rewrite(part, step, campaign, workspace, now);
      if (part.length < readAtOnce) break;
      afterId = part.at(-1)!.id;
    }
  }
}

async function rewrite(
  part: MessageRecord[],
  step: WonStep,
  campaign: CampaignRecord,
  workspace: WorkspaceRecord,
  now: Date,
): Promise<void> {
  if (part.length === 0) return;
  const people = await findPeople(
    workspace.id,
    part.flatMap(({ contactId }) => contactId ?? []),
  );
  const mailboxes = await mailboxesOf(workspace.id, campaign);
  const before = await findMessagesByHeader(
    workspace.id,
    part.flatMap(({ inReplyTo }) => inReplyTo ?? []),
  );
  const subjects = new Map(before.map(({ messageIdHeader, subject }) => [messageIdHeader, subject]));
  for (const message of part) {
    const person = people.get(message.contactId ?? '');
    const mailbox = mailboxes.find(({ id }) => id === message.mailboxId);
    if (person === undefined || mailbox === undefined) continue;
    const isFirst = message.stepIndex === 0 || message.hasNotice === true;
    const threadSubject = subjects.get(message.inReplyTo ?? '') ?? null;
    const { text, error } = renderMessage({ person, mailbox, step }, { isFirst, threadSubject }, workspace, now);
    // A person without values for this text's placeholders keeps the complete text.
    if (error === null) await rewriteQueued(message, text, now);
  }
}
