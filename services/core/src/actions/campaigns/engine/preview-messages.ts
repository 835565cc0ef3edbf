import { Type } from 'typebox';
import { checkMessage } from '../../../domain/campaigns/render-checks.ts';
import { renderStep } from '../../../domain/campaigns/sequence-render.ts';
import { contactLabel } from '../../../domain/crm/contact.ts';
import { unsubscribeUrl } from '../../../domain/mail/list-unsubscribe.ts';
import { outgoingText } from '../../../mail/message-text.ts';
import type { CampaignRecord } from '../../../store/campaigns/campaign-store.ts';
import type { ActionContext } from '../../action-context.ts';
import { Nullable, OneOf } from '../../schema.ts';
import type { CampaignMailbox } from './campaign-mailboxes.ts';
import { type Person, scopeOf } from './campaign-people.ts';

export const MessageProblemView = Type.Object({
  kind: OneOf(['placeholder', 'length', 'links', 'spam_words', 'subject'], { description: 'What kind of problem.' }),
  severity: OneOf(['error', 'warning'], { description: 'error: not sent; warning: look at it.' }),
  message: Type.String({ description: 'What is wrong, in words.' }),
});

export const PreviewMessage = Type.Object({
  stepId: Type.String({ description: 'The step.' }),
  stepIndex: Type.Integer({ description: 'Place of the step, from 0.' }),
  variantId: Type.String({ description: 'Which of the step’s texts.' }),
  from: Type.String({ description: 'Sender.' }),
  to: Nullable(Type.String({ description: 'Recipient; null without an address.' })),
  subject: Type.String({ description: 'Subject as it would be sent.' }),
  bodyText: Type.String({ description: 'With signature and footer; the link at the end is personal to each message.' }),
  problems: Type.Array(MessageProblemView, { description: 'What stands against sending it.' }),
});

/** What stands for the token of a message that does not exist yet. */
const previewToken = 'your-personal-link';

/** The messages of the sequence as this person would get them. A problem of severity error means: not sent. */
export const previewSequence = (
  campaign: CampaignRecord,
  person: Person,
  mailbox: CampaignMailbox,
  ctx: ActionContext,
) => {
  const scope = scopeOf(person, mailbox, ctx.workspace);
  let threadSubject: string | null = null;
  return campaign.steps.map((step, stepIndex) => {
    const rendered = renderStep(step, person.contact.id, scope, threadSubject);
    threadSubject = rendered.subject;
    const problems =
      rendered.problem === null
        ? checkMessage(rendered)
        : [{ kind: 'placeholder' as const, severity: 'error' as const, message: `${rendered.problem}.` }];
    return {
      stepId: step.id,
      stepIndex,
      variantId: rendered.variantId,
      from: fromOf(mailbox, ctx),
      to: person.contact.email ?? null,
      subject: rendered.subject,
      bodyText: outgoingText({
        bodyText: rendered.bodyText,
        signature: mailbox.signature,
        postalAddress: ctx.workspace.settings.postalAddress,
        unsubscribeUrl: campaign.unsubscribe ? unsubscribeUrl(ctx.config.baseUrl, previewToken) : null,
      }),
      problems,
    };
  });
};

const fromOf = (mailbox: CampaignMailbox, { workspace }: ActionContext): string => {
  const name = mailbox.displayName || workspace.settings.senderName || workspace.name;
  return `${name} <${mailbox.address}>`;
};

export const personLabel = ({ contact }: Person): string => contactLabel(contact);
