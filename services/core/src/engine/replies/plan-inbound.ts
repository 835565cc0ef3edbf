import { needsAction } from '../../domain/replies/reply-classes.ts';
import { findContactByEmail } from '../../store/contacts/contact-store.ts';
import { findMailboxByAddress } from '../../store/mailboxes/mailbox-store.ts';
import type { MessageRecord } from '../../store/messages/message-store.ts';
import type { ReplyRecord } from '../../store/replies/reply-store.ts';
import { type InboundMail, readMail } from '../../transport/messages/read-mail.ts';
import type { PlannedEffect } from '../context/plan.ts';
import { classifyByRules } from './classify-mail.ts';
import type { InboundDeps } from './inbound-deps.ts';
import { digestOfMail, identifyMail } from './known-reply.ts';
import { contactOf, matchMail, matchReport } from './match-mail.ts';
import { planReplyClass } from './plan-reply-class.ts';
import { isNobodysReply } from './receive-mail.ts';
import { matchTextBounce } from './receive-text-bounce.ts';

export interface InboundPlan {
  summary: string;
  effects: PlannedEffect[];
}

/** What taking in a message would do, by the rules alone: a model is not asked for a preview. */
export async function planInbound(workspaceId: string, raw: Buffer, deps: InboundDeps): Promise<InboundPlan> {
  const mail = await readMail(raw);
  if (mail.report !== null) return planReport(workspaceId, mail, deps.now());
  const sender = mail.from.address;
  const isOwn = (await findMailboxByAddress(workspaceId, sender)) !== null;
  const { known } = await identifyMail(workspaceId, mail, digestOfMail(raw));
  if (isOwn || known !== null) return nothing(sender);
  const message = await matchMail(workspaceId, mail);
  const found = classifyByRules(mail, message?.bodyText ?? '', deps.now());
  const bounced = found.class === 'bounce' ? await matchTextBounce(workspaceId, mail, deps.now()) : null;
  if (bounced) return planReported('a delivery report', bounced);
  if (message === null && (await isNobodysReply(workspaceId, mail, found))) return nothing(sender);
  const contact = message === null ? await findContactByEmail(workspaceId, sender) : await contactOf(message);
  const { campaignId = null, enrollmentId = null, id: messageId = null } = message ?? {};
  const { class: replyClass, classifiedBy, wish } = found;
  const ids = { workspaceId, campaignId, enrollmentId, messageId, contactId: contact?.id ?? null };
  const reply = { ...ids, fromAddress: sender, class: replyClass, classifiedBy, wish };
  const follows = await planReplyClass(reply as ReplyRecord, replyClass);
  const attachmentCount = mail.attachments.length;
  const about = needsAction(found) ? ', to be looked at by a person' : '';
  return {
    summary: `Would take in a reply from ${sender}: ${found.class}${about}.`,
    effects: [
      { op: 'create', type: 'reply', label: `Reply from ${sender}`, changes: { class: replyClass, attachmentCount } },
      ...follows,
    ],
  };
}

function nothing(sender: string): InboundPlan {
  return { summary: `The message from ${sender} would change nothing.`, effects: [] };
}

async function planReport(workspaceId: string, mail: InboundMail, now: Date): Promise<InboundPlan> {
  const message = await matchReport(workspaceId, mail, now);
  if (message === null) return { summary: 'The report is about no message of this workspace.', effects: [] };
  return planReported(mail.report?.kind === 'feedback' ? 'a complaint' : 'a delivery report', message);
}

function planReported(what: string, message: MessageRecord): InboundPlan {
  const label = `Message to ${message.to}`;
  return {
    summary: `Would take in ${what} about the message to ${message.to}.`,
    effects: [{ op: 'update', type: 'message', id: message.id, label }],
  };
}
