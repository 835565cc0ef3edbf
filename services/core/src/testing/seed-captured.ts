import { captureMessage } from '../store/messages/captured-message-store.ts';
import type { MessageRecord } from '../store/messages/message-store.ts';

/** Adds a message stored by the sandbox. */
export async function seedCaptured(
  { workspaceId, mailboxId, id: messageId, messageIdHeader, to, subject }: MessageRecord,
  from: string,
  now: Date,
): Promise<void> {
  const eml = Buffer.from(`Subject: ${subject}\r\n\r\nA question.\r\n`);
  await captureMessage(workspaceId, { mailboxId: mailboxId!, messageId, messageIdHeader, from, to, subject, eml }, now);
}
