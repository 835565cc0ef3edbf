import type { OwnText } from '../../../domain/approvals/manifest.ts';
import type { MessageRecord } from '../../../store/messages/message-store.ts';

type Own = Pick<MessageRecord, 'id' | 'stepId' | 'variantId' | 'subject' | 'bodyText' | 'bodyFormat' | 'attachments'>;

/** The text of a message as it is stored, to be approved as it is. */
export function ownTextOf(message: Own, quote = ''): OwnText {
  const { id, stepId, variantId, subject, bodyText, bodyFormat = 'text', attachments = [] } = message;
  return { messageId: id, stepId, variantId, subject, bodyText, bodyFormat, attachments, quote };
}
