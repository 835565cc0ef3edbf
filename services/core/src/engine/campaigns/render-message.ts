import { withNotice } from '../../domain/campaigns/art14-notice.ts';
import { renderStep } from '../../domain/campaigns/sequence-render.ts';
import type { SequenceStep } from '../../domain/campaigns/sequence-step.ts';
import { checkText, type MessageProblem } from '../../domain/messages/templates/render-checks.ts';
import type { NewMessage } from '../../store/messages/message-store.ts';
import type { WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';
import { asPlainText } from '../../transport/messages/message-body.ts';
import type { CampaignMailbox } from './campaign-mailboxes.ts';
import { type Person, scopeOf } from './campaign-people.ts';

/** A step for one person, sent from one mailbox. */
export interface MessageParts {
  person: Person;
  mailbox: Pick<CampaignMailbox, 'displayName' | 'address'>;
  step: SequenceStep;
}

/** Position of a message in its sequence. */
export interface MessagePlace {
  /** True if this enrollment has sent the person no earlier message. */
  isFirst: boolean;
  /** Subject of the message that this one replies to. Null starts a thread. */
  threadSubject: string | null;
}

export type MessageText = Pick<NewMessage, 'variantId' | 'subject' | 'bodyText' | 'bodyFormat' | 'hasNotice'>;

export interface RenderedMessage {
  text: MessageText;
  problems: MessageProblem[];
  /** Reason why the message cannot be sent. Null if it can. */
  error: string | null;
}

/**
 * Renders the message of a step for one person. Preview, plan, queue, and sending all use this function, so that none
 * of them sends a message that another one rejects.
 */
export function renderMessage(
  { person, mailbox, step }: MessageParts,
  { isFirst, threadSubject }: MessagePlace,
  workspace: WorkspaceRecord,
  now: Date,
): RenderedMessage {
  const { contact } = person;
  const rendered = renderStep(step, contact.id, scopeOf(person, mailbox, workspace, now), threadSubject);
  const problems: MessageProblem[] =
    rendered.problem === null
      ? checkText(asPlainText(rendered))
      : [{ kind: 'placeholder', severity: 'error', message: `${rendered.problem}.` }];
  const error = problems.find(({ severity }) => severity === 'error')?.message.replace(/\.$/, '') ?? null;
  const { variantId, subject, bodyFormat } = rendered;
  const notice = isFirst ? workspace.settings.art14Notice : undefined;
  const { text: bodyText, hasNotice } = withNotice(rendered, notice, contact);
  const text = { variantId, subject, bodyText, ...(bodyFormat && { bodyFormat }), ...(hasNotice && { hasNotice }) };
  return { text, problems, error };
}
