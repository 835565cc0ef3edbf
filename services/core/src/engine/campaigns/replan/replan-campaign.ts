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
import { rewriteForWinners } from './rewrite-for-winner.ts';

/** The settings have changed: what is queued follows them, where its time depends on them. */
export async function replanAfter(changes: Partial<WorkspaceSettings>, workspaceId: string, now: Date): Promise<void> {
  if (changes.window === undefined && changes.timeZone === undefined) return;
  await markForReplan(workspaceId);
  await wakeMailboxes(workspaceId, {}, now);
}

/** Gives what a campaign has queued the times of the window as it is now and the texts that have won, and has the mailboxes look again. */
export async function replanCampaign(campaign: CampaignRecord, { now }: Pick<EngineDeps, 'now'>): Promise<void> {
  const { workspaceId, id: campaignId } = campaign;
  const workspace = await findWorkspace(workspaceId);
  if (workspace !== null && campaign.state === 'running') {
    const time = workspaceNow(workspace, now());
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
