import { needsAction } from '../../domain/replies/reply-classes.ts';
import { asksForCompany } from '../../domain/replies/wishes/company-wish.ts';
import { findContactByEmail } from '../../store/contacts/contact-store.ts';
import type { MessageRecord } from '../../store/messages/message-store.ts';
import type { ReplyRecord } from '../../store/replies/reply-store.ts';
import { type InboundMail, readMail } from '../../transport/received/read-mail.ts';
import type { PlannedEffect } from '../context/plan.ts';
import { erasureRequestEffects } from '../tasks/open-erasure-request.ts';
import { classifyByRules } from './classify-mail.ts';
import { matchReport } from './delivery-reports/match-report.ts';
import type { InboundDeps } from './inbound-deps.ts';
import { digestOfMail, identifyMail } from './known-reply.ts';
import { contactOf, relateMail } from './match-mail.ts';
import { planReplyClass } from './plan-reply-class.ts';
import { companyReply, isOwnMail } from './receive-mail.ts';
import { isNobodysReply } from './unrelated-mail.ts';

export interface InboundPlan {
  summary: string;
  effects: PlannedEffect[];
}

/** Plan for receiving a message, by the rules alone. A preview does not use the model. */
export async function planInbound(workspaceId: string, raw: Buffer, deps: InboundDeps): Promise<InboundPlan> {
  const received = await readMail(raw);
  if (received.report !== null) return planReport(workspaceId, received, deps.now());
  if (await isOwnMail({ workspaceId, mailboxId: null }, received)) return nothing(received.from.address);
  const related = await relateMail(workspaceId, received);
  const { mail, message } = related;
  const sender = mail.from.address;
  const { known } = await identifyMail(workspaceId, mail, digestOfMail(raw));
  if (known !== null) return nothing(sender);
  const found = classifyByRules(related, deps.now());
  const bounced = found.class === 'bounce' ? await matchReport(workspaceId, mail, deps.now()) : null;
  if (bounced) return planReported('a delivery report', bounced.message);
  if (await isNobodysReply(workspaceId, related, found)) return nothing(sender);
  const contact = message === null ? await findContactByEmail(workspaceId, sender) : await contactOf(message);
  const { campaignId = null, enrollmentId = null, id: messageId = null } = message ?? {};
  const { class: replyClass, classifiedBy, wish } = found;
  const isForCompany = asksForCompany(companyReply(mail, message), found);
  const ids = { workspaceId, campaignId, enrollmentId, messageId, contactId: contact?.id ?? null };
  const reply = { ...ids, fromAddress: sender, class: replyClass, classifiedBy, wish, asksForCompany: isForCompany };
  const follows = await planReplyClass(reply as ReplyRecord, replyClass);
  const attachmentCount = mail.attachments.length;
  const about = needsAction(found) || found.asksForErasure || isForCompany ? ', to be looked at by a person' : '';
  return {
    summary: `Would take in a reply from ${sender}: ${found.class}${about}.`,
    effects: [
      { op: 'create', type: 'reply', label: `Reply from ${sender}`, changes: { class: replyClass, attachmentCount } },
      ...follows,
      ...erasureRequestEffects(found.asksForErasure),
    ],
  };
}

function nothing(sender: string): InboundPlan {
  return { summary: `The message from ${sender} would change nothing.`, effects: [] };
}

async function planReport(workspaceId: string, mail: InboundMail, now: Date): Promise<InboundPlan> {
  const reported = await matchReport(workspaceId, mail, now);
  if (reported === null) return { summary: 'The report is about no message of this workspace.', effects: [] };
  return planReported(mail.report?.kind === 'feedback' ? 'a complaint' : 'a delivery report', reported.message);
}

function planReported(what: string, message: MessageRecord): InboundPlan {
  const label = `Message to ${message.to}`;
  return {
    summary: `Would take in ${what} about the message to ${message.to}.`,
    effects: [{ op: 'update', type: 'message', id: message.id, label }],
  };
}
