import type { TurnCampaign, TurnLane } from './plan-turn.ts';
import { windowLeftMs, zoneOf } from './send-window.ts';

/** Time of the mailbox's next turn. Null: none until something new is queued. */
export function nextTurnAt(
  lanes: readonly { campaignId: string | null; nextAt: Date | null }[],
  slotAt: Date | null,
): Date | null {
  const times = lanes.flatMap(({ campaignId, nextAt }) => {
    if (nextAt === null) return [];
    return [campaignId === null || slotAt === null ? nextAt.getTime() : Math.max(nextAt.getTime(), slotAt.getTime())];
  });
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** Remaining sending hours of a lane today, in milliseconds. The rest of the day's messages is spread over them. */
export function laneWindowLeftMs(
  lane: TurnLane,
  campaign: TurnCampaign,
  facts: { now: Date; timeZone: string },
): number {
  return windowLeftMs(campaign.window, facts.now, zoneOf(campaign.window, lane.timeZone, facts.timeZone));
}
