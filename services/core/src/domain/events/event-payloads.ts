import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { Nullable, OneOf } from '../../schema/schema.ts';

function text(description: string) {
  return Type.String({ description });
}
function maybe(description: string) {
  return Nullable(Type.String({ description }));
}
function optional(description: string) {
  return Type.Optional(Nullable(Type.String({ description })));
}
function payload<P extends TProperties>(description: string, properties: P): TObject<P> {
  return Type.Object(properties, { description });
}

const contactId = text('The contact.');
const companyId = text('The company.');
const campaignId = text('The campaign.');
const fields = Type.Array(Type.String(), { description: 'Names of the fields that changed.' });
const message = {
  campaignId: optional('Its campaign; null: a single message or an answer.'),
  enrollmentId: optional('The enrollment that it belongs to.'),
  contactId: optional('Who gets it.'),
  mailboxId: optional('Where it is sent from.'),
  kind: optional('campaign, single, answer or forward.'),
};
const credits = { balance: Type.Number({ description: 'Credits left.' }) };
const task = {
  campaignId: maybe('The campaign; null for a request for erasure.'),
  enrollmentId: maybe('The enrollment that it belongs to; null for a request for erasure.'),
  contactId: maybe('The contact; null if a request for erasure comes from an unknown address.'),
  ownerId: maybe('The member who is to do it; null: anybody.'),
  type: text('call, linkedin, custom or privacy.'),
};
const suppression = {
  kind: OneOf(['address', 'domain'], { description: 'One address, or a whole domain.' }),
  value: maybe('The address or domain; null when the person was erased.'),
  reason: text('manual, unsubscribe, complaint, hard_bounce, erasure or import.'),
};

/** All event types, in documentation order, with the contents of their `data`. */
export const eventPayloads = {
  'contact.created': payload('A contact was stored.', { contactId, source: text('How it came into the workspace.') }),
  'contact.updated': payload('A contact changed.', { contactId, fields }),
  'contact.deleted': payload('A contact was deleted.', { contactId }),
  'contact.merged': payload(
    'Another contact was merged into this one, and is gone; what belonged to it belongs to this one.',
    {
      contactId,
      mergedId: text('The contact that is gone.'),
      fields,
    },
  ),
  'contact.erased': payload('A person was forgotten, with every trace.', {
    contactId,
    reason: text('request or retention.'),
  }),
  'company.created': payload('A company was stored.', { companyId }),
  'company.updated': payload('A company changed.', { companyId, fields }),
  'company.deleted': payload('A company was deleted; its contacts stay, linked to none.', { companyId }),
  'company.merged': payload('Another company was merged into this one, and is gone.', {
    companyId,
    mergedId: text('The company that is gone; its contacts belong to this one.'),
    fields,
  }),
  'list.changed': payload('A list or its members changed.', {
    listId: text('The list.'),
    change: OneOf(['created', 'updated', 'deleted', 'members_added', 'members_removed'], {
      description: 'What changed.',
    }),
    count: Type.Optional(Type.Integer({ description: 'How many members came or went.' })),
  }),
  'search.revealed': payload('People found were bought.', {
    contactIds: Type.Array(Type.String(), { description: 'The contacts that they became.' }),
    credits: Type.Number({ description: 'What they cost in all.' }),
  }),
  'campaign.created': payload('A campaign was made, as a draft.', { campaignId }),
  'campaign.updated': payload('A campaign changed.', { campaignId, fields }),
  'campaign.deleted': payload('A campaign was deleted, with its enrollments.', { campaignId }),
  'campaign.launched': payload('A campaign was launched.', {
    campaignId,
    launchedBy: Type.Unknown({ description: 'Who launched it: kind, id and name.' }),
  }),
  'campaign.paused': payload('A campaign was paused.', {
    campaignId,
    pauseReason: text('user, bounce_protection, complaint_rate, no_mailbox or out_of_credits.'),
    rate: Type.Optional(Type.Number({ description: 'The rate that was too high.' })),
    sentCount: Type.Optional(Type.Integer({ description: 'Messages that it was counted over.' })),
  }),
  'campaign.resumed': payload('A campaign goes on.', { campaignId, state: text('scheduled or running.') }),
  'campaign.completed': payload('A campaign has come to its end.', {
    campaignId,
    endReason: optional('end_date: its last day has passed; absent: nobody is left in it.'),
  }),
  'campaign.cancelled': payload('A campaign was cancelled.', { campaignId }),
  'enrollment.changed': payload(
    'A contact entered a campaign, or its place in it changed. When it has ended, its open tasks are skipped.',
    {
      enrollmentId: text('The enrollment.'),
      campaignId,
      contactId,
      state: text('pending, active, paused, completed, replied, bounced, unsubscribed, failed or removed.'),
      stepIndex: Nullable(Type.Integer({ description: 'The step it is at, from 0.' })),
      pauseReason: maybe('Why it is paused.'),
      endReason: maybe('Why it ended.'),
    },
  ),
  'approval.requested': payload('A key or client asks for something that a person has to approve.', {
    action: text('The operation, e.g. launch_campaign.'),
    credits: Type.Number({ description: 'What it would cost.' }),
    recipients: Type.Integer({ description: 'How many people would be written to.' }),
  }),
  'approval.decided': payload('What a key or client asked for was approved and carried out, declined, or cancelled.', {
    action: text('The operation, e.g. launch_campaign.'),
    state: OneOf(['executed', 'failed', 'declined', 'cancelled'], {
      description: 'failed: approved, but then refused; cancelled: the key, connection or member is gone.',
    }),
  }),
  'message.awaiting_approval': payload('A message waits for a person.', {
    ...message,
    replyId: optional('The reply that it answers.'),
  }),
  'message.sent': payload(
    'A message was taken by the mail server. With it the contact’s lastContactedAt changes, and the stage of a new one.',
    {
      ...message,
      confirmedBy: optional('reply: it was unconfirmed until an answer came.'),
    },
  ),
  'message.bounced': payload('A message came back.', { ...message, bounceType: text('hard, soft or complaint.') }),
  'message.failed': payload('A message was given up.', { ...message, error: text('What the mail server said.') }),
  'message.unconfirmed': payload(
    'It is not known whether a message was sent; it is not sent again by itself.',
    message,
  ),
  'reply.received': payload('A reply came. With it the contact’s lastRepliedAt changes.', {
    campaignId: maybe('The campaign it answers.'),
    contactId: maybe('Who wrote.'),
    class: text('What it says, as first classified.'),
  }),
  'reply.classified': payload('A reply was given another class.', {
    class: text('The class it has now.'),
    campaignId: maybe('The campaign it answers.'),
    contactId: maybe('Who wrote.'),
  }),
  'reply.answered': payload('The answer to a reply was sent.', {
    messageId: maybe('The answer; null: it was written in a mail program.'),
  }),
  'task.due': payload('A task of a sequence has become due.', {
    ...task,
    dueAt: text('Since when.'),
  }),
  'task.completed': payload('A task of a sequence was done, or skipped by a person.', {
    ...task,
    state: text('completed or skipped.'),
  }),
  'suppression.added': payload('An address or domain is not written to any more.', suppression),
  'suppression.removed': payload('An entry was taken off the suppression list.', suppression),
  'credits.low': payload('Credits run low.', credits),
  'credits.exhausted': payload('No credits are left.', credits),
  'job.finished': payload('Long work has ended.', {
    jobId: text('The job.'),
    kind: text('What it did, e.g. import_contacts.'),
    state: text('completed, failed or cancelled.'),
    counts: Type.Unknown({ description: 'How many items were created, updated, unchanged, skipped and failed.' }),
  }),
  'mailbox.failing': payload('A mailbox has failed several times in a row.', {
    address: text('Its address.'),
    error: maybe('What the server said last.'),
    part: OneOf(['sending', 'reading'], { description: 'What fails.' }),
  }),
  'mailbox.breaker_opened': payload('A mailbox stopped sending, as its server or account failed.', {
    address: text('Its address.'),
    cause: maybe('Whose fault it was.'),
    action: maybe('What a person has to do.'),
    answer: maybe('What the server said last.'),
    since: maybe('Since when.'),
    nextProbeAt: maybe('When it is tried again; null: not by itself.'),
  }),
  'mailbox.breaker_closed': payload('A mailbox sends again.', {
    address: text('Its address.'),
    cause: maybe('Whose fault it had been.'),
    since: maybe('Since when it had stopped.'),
  }),
  'webhook.paused': payload('A webhook endpoint was given up.', {
    webhookId: text('The endpoint.'),
    url: text('Its address.'),
    state: maybe('paused or disabled.'),
    error: text('What it answered last.'),
  }),
} as const;

export type EventType = keyof typeof eventPayloads;
export type EventData<T extends EventType> = Static<(typeof eventPayloads)[T]>;
export const eventTypes = Object.keys(eventPayloads) as [EventType, ...EventType[]];

/** An event of any type, with its own data. */
export type AnyEvent = { [T in EventType]: { type: T; subjectId: string; data: EventData<T> } }[EventType];
