import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { Nullable, OneOf } from '../../schema/schema.ts';
import { holdReasonNames, holdReasons, meaningsOf } from '../sending/reasons.ts';

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
  campaignId: optional('Its campaign. Null: a single message or an answer.'),
  enrollmentId: optional('Its enrollment.'),
  contactId: optional('Recipient contact.'),
  mailboxId: optional('Mailbox that sends it.'),
  kind: optional('campaign, single, answer, or forward.'),
};
const credits = { balance: Type.Number({ description: 'Available credits.' }) };
const task = {
  campaignId: maybe('Campaign. Null for an erasure request.'),
  enrollmentId: maybe('Enrollment. Null for an erasure request.'),
  contactId: maybe('Contact. Null if an erasure request comes from an unknown address.'),
  ownerId: maybe('Assignee. Null: anyone.'),
  type: text('call, linkedin, custom, or privacy.'),
};
const suppression = {
  kind: OneOf(['address', 'domain'], { description: 'One address, or a whole domain.' }),
  value: maybe('Address or domain. Null if the person was erased.'),
  reason: text('manual, unsubscribe, complaint, hard_bounce, erasure, or import.'),
};

/** All event types, in documentation order, with the contents of their `data`. */
export const eventPayloads = {
  'contact.created': payload('A contact was created.', { contactId, source: text('Source of the contact.') }),
  'contact.updated': payload('A contact changed.', { contactId, fields }),
  'contact.deleted': payload('A contact was deleted.', { contactId }),
  'contact.restored': payload('A deleted contact was restored from the trash.', { contactId }),
  'contact.merged': payload(
    'Another contact was merged into this one and deleted. Its records now belong to this one.',
    {
      contactId,
      mergedId: text('Deleted contact.'),
      fields,
    },
  ),
  'contact.erased': payload('A person was erased with all their data.', {
    contactId,
    reason: text('request or retention.'),
  }),
  'fact.created': payload('A fact about a contact or company was added.', {
    factId: text('The fact.'),
    subjectId: text('Contact or company.'),
    origin: text('page or filed.'),
  }),
  'company.created': payload('A company was created.', { companyId }),
  'company.updated': payload('A company changed.', { companyId, fields }),
  'company.deleted': payload('A company was deleted. Its contacts are kept, without a company.', { companyId }),
  'company.restored': payload('A deleted company was restored from the trash.', { companyId }),
  'company.merged': payload('Another company was merged into this one and deleted.', {
    companyId,
    mergedId: text('Deleted company. Its contacts now belong to this one.'),
    fields,
  }),
  'list.changed': payload('A list or its members changed.', {
    listId: text('The list.'),
    change: OneOf(['created', 'updated', 'deleted', 'members_added', 'members_removed'], {
      description: 'Type of the change.',
    }),
    count: Type.Optional(Type.Integer({ description: 'Number of members added or removed.' })),
  }),
  'change.undone': payload('A bulk change was undone.', {
    changeSetId: text('The change.'),
    undoneBy: text('Change set of the undo.'),
    jobId: text('Job that undid it. Its results name skipped records.'),
  }),
  'search.revealed': payload('People from search results were revealed.', {
    contactIds: Type.Array(Type.String(), { description: 'Contacts of the revealed people.' }),
    credits: Type.Number({ description: 'Total cost in credits.' }),
  }),
  'campaign.created': payload('A draft campaign was created.', { campaignId }),
  'campaign.updated': payload('A campaign changed.', { campaignId, fields }),
  'campaign.deleted': payload('A campaign was deleted, with its enrollments.', { campaignId }),
  'campaign.launched': payload('A campaign was launched.', {
    campaignId,
    launchedBy: Type.Unknown({ description: 'Person or program that launched it: kind, ID, and name.' }),
  }),
  'campaign.paused': payload('A campaign was paused.', {
    campaignId,
    pauseReason: text('user, bounce_protection, complaint_rate, no_mailbox, or out_of_credits.'),
    rate: Type.Optional(Type.Number({ description: 'Rate that exceeded its limit.' })),
    sentCount: Type.Optional(Type.Integer({ description: 'Messages from which it was computed.' })),
  }),
  'campaign.resumed': payload('A campaign was resumed.', { campaignId, state: text('scheduled or running.') }),
  'campaign.completed': payload('A campaign has ended.', {
    campaignId,
    endReason: optional('end_date: its last day has passed. Absent: all enrollments have ended.'),
  }),
  'campaign.cancelled': payload('A campaign was cancelled.', { campaignId }),
  'enrollment.changed': payload(
    'A contact was enrolled in a campaign, or their progress changed. When the enrollment ends, its open tasks are skipped.',
    {
      enrollmentId: text('The enrollment.'),
      campaignId,
      contactId,
      state: text('pending, active, paused, completed, replied, bounced, unsubscribed, failed, or removed.'),
      stepIndex: Nullable(Type.Integer({ description: 'Index of its step, from 0.' })),
      pauseReason: maybe('Reason for the pause.'),
      endReason: maybe('Reason it ended.'),
    },
  ),
  'approval.requested': payload('A key or client requested something that a person must approve.', {
    action: text('Operation, such as launch_campaign.'),
    credits: Type.Number({ description: 'Cost in credits.' }),
    recipients: Type.Integer({ description: 'Number of recipients.' }),
  }),
  'approval.decided': payload('A request by a key or client was approved and executed, declined, or cancelled.', {
    action: text('Operation, such as launch_campaign.'),
    state: OneOf(['executed', 'failed', 'declined', 'cancelled'], {
      description:
        'failed: approved, but rejected at execution. cancelled: the key, connection, or member no longer exists.',
    }),
  }),
  'message.awaiting_approval': payload("A message needs a person's approval.", {
    ...message,
    replyId: optional('Reply that it answers.'),
  }),
  'message.held': payload('A message is not sent until a person decides.', {
    ...message,
    holdReason: OneOf(holdReasonNames, { description: meaningsOf(holdReasons) }),
  }),
  'message.sent': payload(
    "The mail server accepted a message. The contact's lastContactedAt changes with it, and so does the stage of a new contact.",
    {
      ...message,
      confirmedBy: optional('reply: it was unconfirmed until a reply arrived.'),
    },
  ),
  'message.bounced': payload('A message bounced.', { ...message, bounceType: text('hard, soft, or complaint.') }),
  'message.failed': payload('A message failed permanently.', {
    ...message,
    error: text('Response of the mail server.'),
  }),
  'message.unconfirmed': payload('A message may or may not have been sent. It is not resent automatically.', message),
  'reply.received': payload("A reply arrived. The contact's lastRepliedAt changes with it.", {
    campaignId: maybe('Campaign that it answers.'),
    contactId: maybe('Author.'),
    class: text('Class, as first detected.'),
  }),
  'reply.classified': payload('A reply was given another class.', {
    class: text('New class.'),
    campaignId: maybe('Campaign that it answers.'),
    contactId: maybe('Author.'),
  }),
  'reply.updated': payload('A reply changed: its owner, labels, snooze, state, or read mark.', {
    campaignId: maybe('Campaign that it answers.'),
    contactId: maybe('Author.'),
    fields,
  }),
  'reply.answered': payload('The answer to a reply was sent.', {
    messageId: maybe('Message of the answer. Null: it was written in an email program.'),
  }),
  'task.created': payload('A task was created, by a step of a sequence or by a request for erasure.', {
    ...task,
    dueAt: text('Time at which it becomes due.'),
  }),
  'task.due': payload('A task of a sequence has become due.', {
    ...task,
    dueAt: text('Time since which it is due.'),
  }),
  'task.completed': payload('A task of a sequence was completed, or skipped by a person.', {
    ...task,
    state: text('completed or skipped.'),
  }),
  'suppression.added': payload('An email address or domain was suppressed.', suppression),
  'suppression.removed': payload('An entry was removed from the suppression list.', suppression),
  'credits.low': payload('Credits are running low.', credits),
  'credits.exhausted': payload('No credits are left.', credits),
  'job.finished': payload('A job has ended.', {
    jobId: text('The job.'),
    kind: text('Type of job, such as import_contacts.'),
    state: text('completed, failed, or cancelled.'),
    counts: Type.Unknown({ description: 'Number of items created, updated, unchanged, skipped, and failed.' }),
  }),
  'standing_order.finished': payload('A standing order has run.', {
    orderId: text('The order.'),
    jobId: text('Job of this run.'),
    steps: Type.Unknown({ description: 'For each step: action, outcome, and summary.' }),
    isPaused: Type.Boolean({ description: 'True: it failed three times in a row, and is paused.' }),
  }),
  'mailbox.failing': payload('A mailbox has failed several times in a row.', {
    address: text('Its email address.'),
    error: maybe('Last response of the server.'),
    part: OneOf(['sending', 'reading'], { description: 'Failing part.' }),
  }),
  'mailbox.breaker_opened': payload('A mailbox stopped sending because its server or account failed.', {
    address: text('Its email address.'),
    cause: maybe('Cause of the fault.'),
    action: maybe('Action that a person must take.'),
    answer: maybe('Last response of the server.'),
    since: maybe('Start of the fault.'),
    nextProbeAt: maybe('Time of the next attempt. Null: not automatically.'),
  }),
  'mailbox.breaker_closed': payload('A mailbox resumed sending.', {
    address: text('Its email address.'),
    cause: maybe('Cause of the fault.'),
    since: maybe('Start of the fault.'),
  }),
  'webhook.paused': payload('Deliveries to a webhook endpoint stopped.', {
    webhookId: text('The endpoint.'),
    url: text('Its URL.'),
    state: maybe('paused or disabled.'),
    error: text('Last response of the endpoint.'),
  }),
} as const;

export type EventType = keyof typeof eventPayloads;
export type EventData<T extends EventType> = Static<(typeof eventPayloads)[T]>;
export const eventTypes = Object.keys(eventPayloads) as [EventType, ...EventType[]];

/** An event of any type, with its own data. */
export type AnyEvent = { [T in EventType]: { type: T; subjectId: string; data: EventData<T> } }[EventType];
