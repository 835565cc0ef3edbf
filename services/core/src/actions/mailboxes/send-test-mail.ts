import { Type } from 'typebox';
import { renderStep } from '../../domain/campaigns/sequence-render.ts';
import { isTask, type SequenceStep } from '../../domain/campaigns/sequence-step.ts';
import { domainOf } from '../../domain/contacts/email-address.ts';
import { findPeople, scopeOf } from '../../engine/campaigns/campaign-people.ts';
import { firstEnrolled } from '../../engine/campaigns/first-enrolled.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { findOwnMailbox, mailboxIdInput } from '../../engine/mailboxes/find-own-mailbox.ts';
import { attachmentsShown } from '../../engine/messages/attached-files.ts';
import { AppError, notFound } from '../../errors/errors.ts';
import { Id, Input } from '../../schema/schema.ts';
import type { CampaignRecord } from '../../store/campaigns/campaign-store.ts';
import type { MailboxRecord } from '../../store/mailboxes/mailbox-store.ts';
import { insertMessages, type NewMessage, newMessageIdHeader } from '../../store/messages/message-store.ts';
import { htmlOf } from '../../transport/messages/message-body.ts';
import { requireCampaign } from '../campaigns/require-campaign.ts';
import { defineWrite } from '../definition/define-action.ts';
import { MessageView, toMessageView } from '../messages/message-view.ts';

type Written = Pick<NewMessage, 'subject' | 'bodyText' | 'bodyFormat' | 'attachments'>;

export const sendTestMail = defineWrite({
  name: 'send_test_mail',
  title: 'Send a test email to the mailbox itself',
  summary: 'Send a test email from a mailbox to its own address.',
  description:
    'Sends one email from the mailbox to its own address within seconds, through the same steps as real ' +
    'messages: a step of a campaign as a contact would get it (campaignId; default: its first message and ' +
    'first enrolled contact), or a short text. It reaches no one else, so it needs no approval. It counts ' +
    'toward the daily limit. After it arrives, check_domain_health shows whether SPF and DKIM pass and match ' +
    'the domain. Its unsubscribe link does nothing.',
  method: 'post',
  path: '/mailboxes/{mailboxId}/test',
  scope: 'mailboxes:write',
  effect: 'write',
  input: Input({
    ...mailboxIdInput,
    campaignId: Type.Optional(Id('cmp', 'Campaign of the step to send.')),
    stepId: Type.Optional(Id('stp', 'Step to send. Default: the first message of the campaign.')),
    contactId: Type.Optional(
      Id('con', 'Contact whose values fill the placeholders. Default: the first enrolled contact.'),
    ),
  }),
  output: MessageView,
  statuses: [201],
  errors: ['not_found', 'invalid_state'],

  async plan(input, ctx) {
    const mailbox = await findOwnMailbox(input.mailboxId, ctx);
    if (mailbox.state === 'paused') {
      throw new AppError(
        'invalid_state',
        `The mailbox ${mailbox.address} is paused. Resume it first (resume_mailbox).`,
      );
    }
    const written = await writeTest(input, mailbox, ctx);
    const bodyHtml = htmlOf(written);
    const { subject, bodyText } = written;
    const files = await attachmentsShown(ctx.workspaceId, written.attachments);
    const preview = { to: mailbox.address, subject, bodyText, ...(bodyHtml !== null && { bodyHtml }), ...files };
    return {
      summary: `Would send a test from ${mailbox.address} to itself.`,
      effects: [{ op: 'create', type: 'message', label: `Test to ${mailbox.address}`, changes: preview }],
      skipped: [],
      warnings: mailbox.kind === 'capture' ? ['The sandbox mailbox keeps messages and sends none.'] : [],
      preview,
      state: { mailbox, written },
    };
  },

  async run(_input, { state: { mailbox, written } }, ctx) {
    const now = ctx.now();
    const approval = { scheduledAt: now, approvedAt: now, approvedBy: ctx.actor.userId ?? ctx.actor.id };
    const messageIdHeader = newMessageIdHeader(domainOf(mailbox.address));
    const own = { kind: 'test', state: 'scheduled', to: mailbox.address, mailboxId: mailbox.id } as const;
    const [message] = await insertMessages(
      ctx.workspaceId,
      [{ ...own, ...written, ...approval, messageIdHeader }],
      now,
    );
    return {
      status: 201,
      data: await toMessageView(message!, ctx),
      summary: `Sending a test from ${mailbox.address} to itself.`,
    };
  },
});

interface Wanted {
  campaignId?: string;
  stepId?: string;
  contactId?: string;
}

async function writeTest(wanted: Wanted, mailbox: MailboxRecord, ctx: ActionContext): Promise<Written> {
  const { campaignId, stepId, contactId } = wanted;
  if (campaignId === undefined) {
    const field = stepId === undefined ? 'contactId' : 'stepId';
    if (stepId ?? contactId) throw new AppError('validation_failed', `${field} needs campaignId.`, { field });
    const { address } = mailbox;
    const bodyText = `${address} sent a test to itself. After it arrives, the health of its domain shows whether SPF and DKIM pass.`;
    return { subject: `Test of ${address}`, bodyText };
  }
  const campaign = await requireCampaign(campaignId, ctx);
  const step = findStep(campaign, stepId);
  const personId = contactId ?? (await requireEnrolled(campaign, ctx));
  const person = (await findPeople(ctx.workspaceId, [personId])).get(personId);
  if (person === undefined) throw notFound('contact', personId);
  const scope = scopeOf(person, mailbox, ctx.workspace, ctx.now());
  const thread = renderStep(findStep(campaign, undefined), personId, scope, null);
  const rendered = renderStep(step, personId, scope, thread.subject);
  if (rendered.problem !== null) {
    throw new AppError('validation_failed', `${rendered.problem}. Complete the contact, or add a default.`, {
      field: 'contactId',
    });
  }
  const { subject, bodyText, bodyFormat } = rendered;
  const { attachments } = step;
  return { subject, bodyText, ...(bodyFormat && { bodyFormat }), ...(attachments && { attachments }) };
}

function findStep({ name, steps }: CampaignRecord, stepId: string | undefined): SequenceStep {
  const step = steps.find((one) => (stepId === undefined ? !isTask(one) : one.id === stepId));
  if (step === undefined && stepId !== undefined) throw notFound('step', stepId);
  if (step === undefined || isTask(step)) {
    throw new AppError('invalid_state', `This step of the campaign ${name} is not a message. Name another step.`);
  }
  return step;
}

async function requireEnrolled({ id, name }: CampaignRecord, ctx: ActionContext): Promise<string> {
  const { contactIds } = await firstEnrolled(ctx.workspaceId, id, 1);
  if (contactIds[0]) return contactIds[0];
  throw new AppError('invalid_state', `No contacts are enrolled in ${name}. Give a contactId, or enroll contacts.`);
}
