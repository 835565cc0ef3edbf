import { Type } from 'typebox';
import { isTask } from '../../domain/campaigns/sequence-step.ts';
import { contactLabel } from '../../domain/contacts/contact.ts';
import { previewToken, unsubscribeUrl } from '../../domain/suppressions/list-unsubscribe.ts';
import { Foreign } from '../../schema/foreign.ts';
import { Named, Nullable, OneOf } from '../../schema/schema.ts';
import type { CampaignRecord } from '../../store/campaigns/campaign-store.ts';
import { plainTextOf } from '../../transport/messages/message-body.ts';
import { campaignFooter, outgoingHtml, outgoingText } from '../../transport/messages/message-text.ts';
import type { ActionContext } from '../context/action-context.ts';
import type { CampaignMailbox } from './campaign-mailboxes.ts';
import { type Person, senderNameOf } from './campaign-people.ts';
import { renderMessage } from './render-message.ts';

export const MessageProblemView = Named(
  'MessageProblem',
  Type.Object({
    kind: OneOf(['placeholder', 'length', 'links', 'spam_words', 'subject'], { description: 'What kind of problem.' }),
    severity: OneOf(['error', 'warning'], { description: 'error: not sent; warning: look at it.' }),
    message: Type.String({ description: 'Description of the problem.' }),
  }),
);

export const PreviewMessage = Named(
  'PreviewMessage',
  Type.Object({
    stepId: Type.String({ description: 'The step.' }),
    stepIndex: Type.Integer({ description: 'Index of the step, from 0.' }),
    variantId: Type.String({ description: "Variant of the step's text." }),
    from: Type.String({ description: 'Sender.' }),
    to: Nullable(Type.String({ description: 'Recipient; null without an address.' })),
    subject: Foreign(Type.String({ description: 'Subject as it would be sent; with what is known of the contact.' })),
    bodyText: Foreign(
      Type.String({ description: 'With signature and footer; the link at the end is personal to each message.' }),
    ),
    bodyHtml: Foreign(
      Nullable(Type.String({ description: 'The HTML part as it would be sent; null: the message is plain text.' })),
    ),
    attachments: Type.Array(Type.String({ description: 'fil_….' }), {
      description: 'Files that go with it; list_files names them.',
    }),
    problems: Type.Array(MessageProblemView, { description: 'What stands against sending it.' }),
  }),
);

/** Messages of the sequence as this person would get them. A message with a problem of severity error is not sent. */
export function previewSequence(
  campaign: CampaignRecord,
  person: Person,
  mailbox: CampaignMailbox,
  ctx: ActionContext,
) {
  return sequenceTexts(campaign, person, mailbox, ctx).map(({ step, stepIndex, text, problems }) => {
    const bodyText = plainTextOf(text);
    const around = {
      signature: mailbox.signature,
      footer: campaignFooter(ctx.workspace.settings, {
        bodyText,
        language: person.contact.language,
        url: campaign.unsubscribe ? unsubscribeUrl(ctx.config.baseUrl, previewToken) : null,
      }),
    };
    return {
      stepId: step.id,
      stepIndex,
      variantId: text.variantId ?? '',
      from: fromOf(mailbox, ctx),
      to: person.contact.email ?? null,
      subject: text.subject,
      bodyText: outgoingText({ bodyText, ...around }),
      bodyHtml: outgoingHtml(text, around),
      attachments: step.attachments ?? [],
      problems,
    };
  });
}

/** Texts of the sequence for this person, without signature and footer. */
export function sequenceTexts(
  campaign: CampaignRecord,
  person: Person,
  mailbox: CampaignMailbox,
  { workspace, now }: Pick<ActionContext, 'workspace' | 'now'>,
) {
  let threadSubject: string | null = null;
  return campaign.steps.flatMap((step, stepIndex) => {
    if (isTask(step)) return [];
    const place = { isFirst: threadSubject === null, threadSubject };
    const { text, problems } = renderMessage({ person, mailbox, step }, place, workspace, now());
    threadSubject = text.subject;
    return [{ step, stepIndex, text, problems }];
  });
}

function fromOf(mailbox: CampaignMailbox, { workspace }: ActionContext): string {
  return `${senderNameOf(mailbox, workspace)} <${mailbox.address}>`;
}

export function previewLabel({ contact }: Person): string {
  return contactLabel(contact);
}
