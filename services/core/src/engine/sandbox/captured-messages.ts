import {
  type CapturedMessageRecord,
  findCapturedMessage,
  listCapturedMessages,
} from '../../store/mail/captured-message-store.ts';

/** The newest messages that the sandbox kept; whether there are more. */
export async function newestCaptured(
  workspaceId: string,
  limit: number,
): Promise<{ messages: CapturedMessageRecord[]; hasMore: boolean }> {
  const { items, next } = await listCapturedMessages(workspaceId, { limit, sort: '-createdAt' });
  return { messages: items, hasMore: next !== null };
}

export function capturedMessage(workspaceId: string, id: string): Promise<CapturedMessageRecord | null> {
  return findCapturedMessage(workspaceId, id);
}
