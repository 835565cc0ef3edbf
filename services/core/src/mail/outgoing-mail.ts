import { footerText, listUnsubscribeHeaders } from '../domain/mail/list-unsubscribe.ts';
import type { MessageRecord } from '../store/campaigns/message-store.ts';
import type { MailboxRecord } from '../store/mail/mailbox-store.ts';
import { composeMail, textToHtml } from './compose-mail.ts';
import type { OutgoingMail } from './mail-transport.ts';
import { outgoingText, unsubscribeUrlFor } from './message-text.ts';

export interface OutgoingContext {
  config: { baseUrl: string; secretKey: Buffer };
  workspace: { id: string; name: string; settings: { postalAddress: string; senderName: string } };
  mailbox: MailboxRecord;
  /** Whether the text names a link to unsubscribe; the headers of a campaign message always do. */
  hasUnsubscribeLink: boolean;
  date: Date;
}

const htmlOf = (message: MessageRecord, signature: string, footer: string): string | null => {
  if (message.bodyHtml === null) return null;
  const signed = signature.trim() === '' ? '' : `<p>${textToHtml(signature.trim())}</p>`;
  return `${message.bodyHtml}${signed}<p>${textToHtml(footer.trim())}</p>`;
};

/** The message of the store as it goes over the wire. */
export const buildOutgoingMail = async (message: MessageRecord, context: OutgoingContext): Promise<OutgoingMail> => {
  const { config, workspace, mailbox, hasUnsubscribeLink, date } = context;
  const url = message.kind === 'campaign' ? unsubscribeUrlFor(config, workspace.id, message.id) : null;
  const { senderName } = workspace.settings;
  const postalAddress = message.kind === 'campaign' ? workspace.settings.postalAddress : '';
  const linkUrl = hasUnsubscribeLink ? url : null;
  const { signature } = mailbox;
  const eml = await composeMail({
    from: { name: mailbox.displayName || senderName || workspace.name, address: mailbox.address },
    replyTo: mailbox.replyTo,
    to: message.to,
    subject: message.subject,
    bodyText: outgoingText({ bodyText: message.bodyText, signature, postalAddress, unsubscribeUrl: linkUrl }),
    bodyHtml: htmlOf(message, signature, footerText(postalAddress, linkUrl)),
    messageIdHeader: message.messageIdHeader,
    inReplyTo: message.inReplyTo,
    references: message.references,
    headers: url === null ? {} : listUnsubscribeHeaders(url),
    date,
  });
  const { id, workspaceId, messageIdHeader, to, subject } = message;
  return {
    workspaceId,
    mailboxId: mailbox.id,
    messageId: id,
    messageIdHeader,
    from: mailbox.address,
    to,
    subject,
    eml,
  };
};
