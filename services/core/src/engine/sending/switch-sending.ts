import type { Actor } from '../../domain/members/actor.ts';
import {
  findSendingStops,
  installation,
  resumeSending,
  type SendingStop,
  stopSending,
} from '../../store/sending/sending-stop-store.ts';

/** What stops a workspace's sending: its own stop, or one of the whole installation. */
export async function sendingStopsOf(workspaceId: string): Promise<{ stops: SendingStop[]; isStoppedHere: boolean }> {
  const stops = await findSendingStops(workspaceId);
  return { stops, isStoppedHere: stops.some(({ id }) => id !== installation) };
}

/** The emergency stop of a workspace, by a person, and its end. */
export async function switchSending(
  workspaceId: string,
  isStopping: boolean,
  { by, at }: { by: Actor; at: Date },
): Promise<void> {
  if (isStopping) await stopSending(workspaceId, { reason: 'person', note: '', stoppedBy: by, stoppedAt: at });
  else await resumeSending(workspaceId);
}
