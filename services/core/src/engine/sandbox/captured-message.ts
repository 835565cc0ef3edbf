import { type CapturedMessageRecord, findCapturedMessage } from '../../store/messages/captured-message-store.ts';

/** What the sandbox kept in place of sending it. */
export function capturedMessage(workspaceId: string, id: string): Promise<CapturedMessageRecord | null> {
  return findCapturedMessage(workspaceId, id);
}
