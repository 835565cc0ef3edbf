import { type CapturedMessageRecord, findCapturedMessage } from '../../store/messages/captured-message-store.ts';

/** Message that the sandbox captured instead of sending it. */
export function capturedMessage(workspaceId: string, id: string): Promise<CapturedMessageRecord | null> {
  return findCapturedMessage(workspaceId, id);
}
