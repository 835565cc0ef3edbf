import type { CampaignRecord } from '../../../store/campaigns/campaign-store.ts';
import { findScheduledOf, holdForPerson } from '../../../store/campaigns/held-messages.ts';
import { inTransaction } from '../../../store/documents/transaction.ts';
import type { MessageRecord } from '../../../store/messages/message-store.ts';
import type { WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';
import { announceHeld } from '../../campaigns/announce-held.ts';
import { compareNow } from './compare-held.ts';

const readAtOnce = 200;

/**
 * Holds all queued messages of a campaign that differ from what was approved, so that a person is asked once about all
 * of them.
 */
export async function holdAlike(campaign: CampaignRecord, workspace: WorkspaceRecord, now: Date): Promise<void> {
  const { stepsVersion = 0 } = campaign;
  for (let afterId = ''; ; ) {
    const part = await findScheduledOf(workspace.id, campaign.id, afterId, readAtOnce);
    // Messages of old steps get their new text first.
    const own = part.filter(({ approvedTexts }) => (approvedTexts?.stepsVersion ?? 0) === stepsVersion);
    for (const { message, differences, current } of await compareNow(own, campaign, { workspace, now }))
      if (differences.length > 0) await holdOutdated(message, current ?? {}, now);
    if (part.length < readAtOnce) return;
    afterId = part.at(-1)!.id;
  }
}

/** Holds a message until a person approves it as it is now. */
export function holdOutdated(message: MessageRecord, set: Partial<MessageRecord>, now: Date): Promise<void> {
  const { id: _id, ...filled } = set;
  return inTransaction(async () => {
    if (!(await holdForPerson(message, { reason: 'approval_outdated', at: now, set: filled }, now))) return;
    await announceHeld(message, 'approval_outdated', now);
  });
}
