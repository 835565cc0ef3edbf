import type { LaunchRules, ReplyDraftRules } from '../../../domain/replies/autopilot/autopilot-rules.ts';
import { findAutopilotLaunches } from '../../../store/campaigns/campaign-store.ts';
import { holdPendingDrafts } from '../../../store/replies/autopilot/autopilot-message-store.ts';
import { setAutopilot } from '../../../store/workspaces/workspace-store.ts';
import { pauseCampaignNow } from '../../campaigns/campaign-effects.ts';

/**
 * Turns one half of autopilot on or off for a person. Turning it off stops unsent messages immediately. Call inside a
 * transaction.
 */
export async function switchAutopilot(
  workspaceId: string,
  rules: { answers: ReplyDraftRules } | { launches: LaunchRules },
  userId: string,
  now: Date,
): Promise<void> {
  await setAutopilot(workspaceId, rules, userId, now);
  if ('answers' in rules) {
    if (!rules.answers.isOn) await holdPendingDrafts(workspaceId, now);
    return;
  }
  if (rules.launches.isOn) return;
  for (const { id } of await findAutopilotLaunches(workspaceId)) await pauseCampaignNow(workspaceId, id, 'user', now);
}
