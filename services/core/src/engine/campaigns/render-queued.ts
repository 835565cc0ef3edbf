import type { SequenceStep } from '../../domain/campaigns/sequence-step.ts';
import type { MessageRecord } from '../../store/messages/message-store.ts';
import type { WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';
import type { CampaignMailbox } from './campaign-mailboxes.ts';
import type { Person } from './campaign-people.ts';
import { renderMessage } from './render-message.ts';

/** Fields of a queued message that come from its step, recipient, and sender. */
export type QueuedText = Pick<
  MessageRecord,
  'to' | 'variantId' | 'subject' | 'bodyText' | 'bodyFormat' | 'hasNotice' | 'attachments'
>;

export interface QueuedFacts {
  person: Person;
  step: SequenceStep;
  mailbox: Pick<CampaignMailbox, 'displayName' | 'address'>;
  /** Subject of the message that this one replies to. Null if it is unknown, or if another mailbox sent it. */
  threadSubject: string | null;
  /** True if it stays in the thread of that message. */
  hasThread: boolean;
}

/** Text of a queued message with the current contact, step, and sender. A text that a person wrote stays as it is. */
export function renderQueued(
  message: MessageRecord,
  { person, step, mailbox, threadSubject, hasThread }: QueuedFacts,
  workspace: WorkspaceRecord,
  now: Date,
): { text: QueuedText; error: string | null } {
  const to = person.contact.email ?? message.to;
  const { variantId, subject, bodyText, bodyFormat, hasNotice, attachments } = message;
  if (message.isEdited)
    return { text: { to, variantId, subject, bodyText, bodyFormat, hasNotice, attachments }, error: null };
  const isFirst = message.stepIndex === 0 || hasNotice === true;
  const place = { isFirst, threadSubject: threadSubject ?? (message.stepIndex === 0 ? null : message.subject) };
  const { text, error } = renderMessage({ person, mailbox, step }, place, workspace, now);
  const rendered = {
    to,
    variantId: text.variantId ?? variantId,
    bodyText: text.bodyText,
    // A subject taken from the thread starts with "Re:" only within that thread.
    subject: hasThread || step.subject.trim() !== '' ? text.subject : text.subject.replace(/^re:\s*/i, ''),
    bodyFormat: text.bodyFormat,
    hasNotice: text.hasNotice,
    attachments: step.attachments,
  };
  return { text: rendered, error };
}
