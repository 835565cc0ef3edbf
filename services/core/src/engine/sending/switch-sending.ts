import type { Actor } from '../../domain/members/actor.ts';
import {
  findSendingStops,
  installation,
  resumeSending,
  type SendingStop,
  stopSending,
} from '../../store/sending/sending-stop-store.ts';

/** Stops that apply to a workspace: its own, or one for the whole installation. */
export async function sendingStopsOf(workspaceId: string): Promise<{ stops: SendingStop[]; isStoppedHere: boolean }> {
  const stops = await findSendingStops(workspaceId);
  return { stops, isStoppedHere: stops.some(({ id }) => id !== installation) };
}

/** Starts or ends a workspace's emergency stop for a person. */
export async function switchSending(
  workspaceId: string,
  isStopping: boolean,
  { by, at }: { by: Actor; at: Date },
): Promise<void> {
  if (isStopping) await stopSending(workspaceId, { reason: 'person', note: '', stoppedBy: by, stoppedAt: at });
  else await resumeSending(workspaceId);
}
