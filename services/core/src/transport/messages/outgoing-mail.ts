import { type FooterWording, languageFor } from '../../domain/messages/footer.ts';
import { type QuotedMail, quoteReply } from '../../domain/replies/quote-reply.ts';
import { listUnsubscribeHeaders, previewToken, unsubscribeUrl } from '../../domain/suppressions/list-unsubscribe.ts';
import type { MailboxRecord } from '../../store/mailboxes/mailbox-store.ts';
import type { MessageRecord } from '../../store/messages/message-store.ts';
import type { OutgoingMail } from '../mail-transport.ts';
import { composeMail, type MailParts } from './compose-mail.ts';
import { plainTextOf } from './message-body.ts';
import { campaignFooter, outgoingHtml, outgoingText, unsubscribeUrlFor } from './message-text.ts';

export interface OutgoingContext {
  config: { baseUrl: string };
  workspace: {
    id: string;
    name: string;
    settings: { postalAddress: string; senderName: string; timeZone: string; footer?: FooterWording };
  };
  mailbox: MailboxRecord;
  /** True if the text includes an unsubscribe link. The headers of a campaign message always do. */
  hasUnsubscribeLink: boolean;
  /** Language of the recipient. Null if unknown. */
  language: string | null;
  /** Message that a response quotes. */
  quoted: QuotedMail | null;
  /** Attached files. */
  files: MailParts['files'];
  date: Date;
}

/** Builds the stored message for transmission. */
export async function buildOutgoingMail(message: MessageRecord, context: OutgoingContext): Promise<OutgoingMail> {
  const { config, workspace, mailbox, hasUnsubscribeLink, language, quoted, files, date } = context;
  const url = message.kind === 'campaign' ? unsubscribeUrlFor(config, workspace.id, message.id) : null;
  const shownUrl = message.kind === 'test' ? unsubscribeUrl(config.baseUrl, previewToken) : url;
  const { settings } = workspace;
  const { signature } = mailbox;
  const bodyText = plainTextOf(message);
  const recipient = { bodyText, language, url: hasUnsubscribeLink ? shownUrl : null };
  const footer = shownUrl !== null ? campaignFooter(settings, recipient) : '';
  const quote = quoted === null ? '' : quoteReply(quoted, languageFor(language, bodyText), settings.timeZone);
  const eml = await composeMail({
    from: { name: mailbox.displayName || settings.senderName || workspace.name, address: mailbox.address },
    replyTo: mailbox.replyTo,
    to: message.to,
    subject: message.subject,
    bodyText: outgoingText({ bodyText, signature, quote, footer }),
    bodyHtml: outgoingHtml(message, { signature, quote, footer }),
    messageIdHeader: message.messageIdHeader,
    inReplyTo: message.inReplyTo,
    references: message.references,
    files,
    headers:
      url === null ? {} : listUnsubscribeHeaders(url, { mailboxAddress: mailbox.address, messageId: message.id }),
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
}
