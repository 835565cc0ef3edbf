import { Type } from 'typebox';
import { contactLabel } from '../../domain/contacts/contact.ts';
import { type CampaignMailbox, mailboxesOf, usableOf } from '../../engine/campaigns/campaign-mailboxes.ts';
import { findPeople, mailboxFor, scopeOf } from '../../engine/campaigns/campaign-people.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { checkAttachments } from '../../engine/messages/attached-files.ts';
import { BodyFormatInput } from '../../engine/messages/body-format-schema.ts';
import { AttachmentsInput } from '../../engine/messages/file-view.ts';
import { planDraft, storeDraft, type WrittenDraft, writeDraft } from '../../engine/messages/write-draft.ts';
import { AppError, notFound } from '../../errors/errors.ts';
import { Described, Id, Input, OneOf, Text } from '../../schema/schema.ts';
import { defineWrite } from '../definition/define-action.ts';
import { MessageView, toMessageView } from './message-view.ts';

export const draftMessage = defineWrite({
  name: 'draft_message',
  title: 'Draft a message',
  summary: 'Draft a first message to a contact.',
  description:
    'Stores a draft to one contact. Nothing is sent (use approve_message or send_message_now). Give your own ' +
    'subject and bodyText for free; placeholders such as {{ firstName }} are filled in, and one without a ' +
    "value is rejected. Or give instructions, and a language model writes the text from the contact's data. " +
    'Without a model, instructions are rejected. If the model fails or makes something up, the built-in template is ' +
    'used with a warning, for free. With neither, the built-in template is used; pitch is its middle paragraph.',
  method: 'post',
  path: '/messages/draft',
  scope: ['messages:write', 'credits:write'],
  effect: 'spend',
  input: Input({
    contactId: Id('con', 'Recipient.'),
    subject: Type.Optional(Text(300, 'Your own subject, with bodyText.')),
    bodyText: Type.Optional(Text(20_000, 'Text without signature and footer, which are added when it is sent.')),
    bodyFormat: BodyFormatInput,
    attachments: AttachmentsInput,
    instructions: Type.Optional(Text(2000, 'Instructions for the language model.')),
    pitch: Type.Optional(Text(2000, 'Your offer in a sentence or two, for the built-in template.')),
    language: Type.Optional(Text(20, "BCP 47 tag for the model. Default: the contact's language.")),
    wordsMax: Type.Optional(
      Type.Integer({
        minimum: 20,
        maximum: 300,
        description: "Maximum words for the model. Default: the voice's lengthMax.",
      }),
    ),
    mailboxId: Type.Optional(Id('mbx', 'Mailbox to send from. Default: chosen automatically.')),
  }),
  output: Type.Object({
    message: Described(MessageView, 'Stored draft.'),
    writtenBy: OneOf(['caller', 'model', 'template'] as const, { description: 'Source of the text.' }),
    warnings: Type.Array(Type.String(), { description: 'Points to check before you approve it.' }),
  }),
  statuses: [201],
  errors: ['not_found', 'invalid_state', 'insufficient_credits', 'unsupported_claims'],
  price: { credits: 1, per: 'draft written by a model' },
  example: {
    contactId: 'con_01ARZ3NDEKTSV4RRFFQ69G5FAV',
    subject: 'Warehouse routing at {{ companyName }}',
    bodyText: 'Hello {{ firstName }},\n\nwe cut picking routes by a third for companies like yours. Worth a look?',
  },

  async plan(input, ctx) {
    const { contactId } = input;
    await checkAttachments(ctx.workspaceId, input.attachments);
    const person = (await findPeople(ctx.workspaceId, [contactId])).get(contactId);
    if (person === undefined) throw notFound('contact', contactId);
    const label = contactLabel(person.contact);
    const { email } = person.contact;
    if (email === undefined) throw new AppError('invalid_state', `${label} has no email address.`);
    const mailbox = await chooseMailbox(input.mailboxId, contactId, ctx);
    const draft = await planDraft(input, person, scopeOf(person, mailbox, ctx.workspace, ctx.now()), ctx);
    const { attachments } = input;
    const written = draft.text ?? { text: 'as the model writes it' };
    const changes = { to: email, ...written, ...(attachments && { attachments }) };
    return {
      summary: `Would draft a message to ${label}; nothing is sent.`,
      units: draft.prompt === null ? 0 : 1,
      effects: [{ op: 'create', type: 'message', label: `Draft to ${label}`, changes }],
      skipped: [],
      warnings: draft.warnings,
      preview: changes,
      state: { draft, mailbox, label, contactId, email, attachments },
    };
  },

  perform: (_input, { state }, ctx) => writeDraft(state.draft, ctx),

  async run(_input, { state }, ctx, written: WrittenDraft) {
    const message = await storeDraft(written, state, ctx);
    const { writtenBy, warnings } = written;
    return {
      status: 201,
      data: { message: await toMessageView(message, ctx), writtenBy, warnings },
      summary: `Drafted a message to ${state.label}; nothing is sent.`,
      units: writtenBy === 'model' ? 1 : 0,
      subjectIds: [message.id, state.contactId],
    };
  },
});

async function chooseMailbox(
  mailboxId: string | undefined,
  contactId: string,
  ctx: ActionContext,
): Promise<CampaignMailbox> {
  const mailboxes = usableOf(await mailboxesOf(ctx.workspaceId, { mailboxIds: mailboxId ? [mailboxId] : [] }));
  if (mailboxes.length > 0) return mailboxFor(mailboxes, contactId);
  throw mailboxId ? notFound('active mailbox', mailboxId) : new AppError('invalid_state', 'No mailbox is active.');
}
