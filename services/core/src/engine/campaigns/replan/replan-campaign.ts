import type { CampaignRecord } from '../../../store/campaigns/campaign-store.ts';
import {
  endReplan,
  findPlanned,
  markForReplan,
  moveInTime,
  type PlannedMessage,
} from '../../../store/campaigns/replan-store.ts';
import { findWorkspace, type WorkspaceSettings } from '../../../store/workspaces/workspace-store.ts';
import type { EngineDeps } from '../../context/engine-deps.ts';
import { wakeMailboxes } from '../../mailboxes/wake-mailboxes.ts';
import { workspaceNow } from '../../workspaces/workspace-clock.ts';
import { findPeople } from '../campaign-people.ts';
import { nextWindowOpening } from '../steps/queue-messages.ts';
import { resequenceCampaign } from './resequence.ts';
import { rewriteForWinners } from './rewrite-for-winner.ts';

/** Marks queued messages for rescheduling after a change of settings that their times depend on. */
export async function replanAfter(changes: Partial<WorkspaceSettings>, workspaceId: string, now: Date): Promise<void> {
  if (changes.window === undefined && changes.timeZone === undefined) return;
  await markForReplan(workspaceId);
  await wakeMailboxes(workspaceId, {}, now);
}

/**
 * Reschedules the queued messages of a campaign in the current window, gives them the winning texts, and wakes the
 * mailboxes.
 */
export async function replanCampaign(campaign: CampaignRecord, { now }: Pick<EngineDeps, 'now'>): Promise<void> {
  const { workspaceId, id: campaignId } = campaign;
  const workspace = await findWorkspace(workspaceId);
  if (workspace !== null && campaign.state === 'running') {
    const time = workspaceNow(workspace, now());
    await resequenceCampaign(campaign, time);
    await rewriteForWinners(campaign, workspace, time);
    for await (const part of findPlanned(workspaceId, campaignId, time)) {
      const people = await findPeople(
        workspaceId,
        part.flatMap(({ contactId }) => contactId ?? []),
      );
      const newTime = ({ wantedAt, contactId }: PlannedMessage): number => {
        const wanted = wantedAt > time ? wantedAt : time;
        return nextWindowOpening(wanted, people.get(contactId ?? '') ?? null, campaign, workspace).getTime();
      };
      const moved = part.filter((message) => newTime(message) !== message.scheduledAt.getTime());
      for (const [at, messages] of Map.groupBy(moved, newTime))
        await moveInTime(
          workspaceId,
          messages.map(({ id }) => id),
          new Date(at),
          now(),
        );
      await wakeMailboxes(workspaceId, { campaignId }, time);
    }
  }
  await endReplan(campaign);
}
