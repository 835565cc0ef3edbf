import { actions } from '../actions/index.ts';
import { settleDeliveries } from '../store/events/webhooks/delivery-queue.ts';
import { listDeliveries, queueDeliveries } from '../store/events/webhooks/delivery-store.ts';
import { ensureDefaultMailbox } from '../store/mailboxes/default-mailbox.ts';
import { insertMessages, type MessageRecord } from '../store/messages/message-store.ts';
import { insertAttachment, newAttachmentId } from '../store/replies/attachment-store.ts';
import { insertReply } from '../store/replies/reply-store.ts';
import { callAction } from './call-action.ts';
import { seedApproval } from './campaign-setup.ts';
import { seedCaptured } from './seed-captured.ts';
import { seedChangeSet } from './seeds/seed-change-set.ts';
import { seedIndependent } from './seeds/seed-independent.ts';
import { seedJob } from './seeds/seed-job.ts';
import { seedMember } from './seeds/seed-member.ts';
import { seedTrashed, seedUpload } from './seeds/seed-short-lived.ts';
import { seedTask } from './seeds/seed-task.ts';
import { seedWebhook } from './seeds/seed-webhook.ts';
import type { TestCore } from './start-test-core.ts';

/** Workspace with one record of each kind. */
export interface World {
  workspaceId: string;
  key: string;
  /** Keyed by parameter name: contactId, campaignId, … */
  ids: Record<string, string>;
}

let count = 0;
export async function seedWorld(core: TestCore): Promise<World> {
  count += 1;
  const { workspaceId, key } = await core.addWorkspace();
  const ids = await seedRecords(core, key);
  const mail = await seedMail(core, workspaceId, ids);
  const deliveryId = await seedDelivery(core, { workspaceId, key, webhookId: ids.webhookId });
  const userId = await seedMember(workspaceId, core.deps.now());
  const approvalId = await seedApproval(core, workspaceId, ids.contactId);
  const jobId = await seedJob(core, workspaceId);
  const changeSetId = await seedChangeSet(workspaceId, core.deps.now());
  const deletedId = await seedTrashed(core, key);
  const uploadId = await seedUpload(workspaceId, core.deps.now());
  const more = { deliveryId, approvalId, userId, jobId, changeSetId, deletedId, uploadId };
  return { workspaceId, key, ids: { ...ids, ...mail, ...(await seenIds(core, key)), ...more } };
}

const declaredBasis = 'legitimate_interest';
const ada = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@analytical.example',
  companyName: 'Analytical Engines',
  companyDomain: 'analytical.example',
  emailStatus: 'valid',
  declaredBasis,
};
const steps = [{ subject: 'Hello {{ firstName }}', body: 'A question about {{ companyName }}.' }];

/** IDs that callers see in responses: the latest event, and a person in the data set. */
async function seenIds(core: TestCore, key: string) {
  const { body: events } = await core.request('GET', '/events?limit=1', { key });
  const { body: found } = await core.request('POST', '/search/people', {
    key,
    body: { companyDomains: ['own.example'] },
  });
  return { afterEventId: events.data[0].id as string, personId: found.data.people[0].id as string };
}

/** Creates the records with the actions themselves. */
async function seedRecords(core: TestCore, key: string) {
  const make = async (name: string, input: Record<string, unknown>): Promise<string> => {
    const action = actions.find((one) => one.name === name)!;
    const { status, body } = await callAction(core, action, input, { key });
    if (status >= 300) throw new Error(`${name}: ${JSON.stringify(body)}`);
    return body.data.id;
  };
  await core.request('PATCH', '/settings', { key, body: { postalAddress: '1 Dorset Street', senderName: 'Ada' } });
  const contactId = await make('create_contact', ada);
  const listId = await make('create_list', { name: 'A list' });
  await core.request('POST', `/lists/${listId}/members`, { key, body: { contactIds: [contactId] } });
  const companyListId = await make('create_list', { name: 'Companies', memberType: 'company' });
  const { companyId } = (await core.request('GET', `/contacts/${contactId}`, { key })).body.data;
  await core.request('POST', `/lists/${companyListId}/members`, { key, body: { companyIds: [companyId] } });
  const campaignId = await make('create_campaign', { name: 'A campaign', steps });
  await core.request('POST', `/campaigns/${campaignId}/enrollments`, { key, body: { contactIds: [contactId] } });
  const { body: enrolled } = await core.request('GET', `/enrollments?campaignId=${campaignId}`, { key });
  const { body: campaign } = await core.request('GET', `/campaigns/${campaignId}`, { key });
  return {
    contactId,
    recordId: contactId,
    subjectId: contactId,
    companyId: companyId as string,
    listId,
    companyListId,
    campaignId,
    stepId: campaign.data.steps[0].id as string,
    enrollmentId: enrolled.data[0].id as string,
    ...(await seedIndependent(make, companyId)),
    webhookId: await seedWebhook(core, key),
  };
}

async function seedMail(
  core: TestCore,
  workspaceId: string,
  { contactId, campaignId, enrollmentId }: { contactId: string; campaignId: string; enrollmentId: string },
) {
  const now = core.deps.now();
  const mailbox = await ensureDefaultMailbox(workspaceId, now);
  const to = 'ada@analytical.example';
  const shared = { contactId, mailboxId: mailbox.id, to, subject: 'Hello', bodyText: 'A question.' };
  const [sent, waiting] = await insertMessages(
    workspaceId,
    [
      {
        ...shared,
        kind: 'campaign',
        campaignId,
        enrollmentId,
        state: 'sent',
        sentAt: now,
        messageIdHeader: `<sent${count}@x.example>`,
      },
      { ...shared, kind: 'single', state: 'awaiting_approval', messageIdHeader: `<wait${count}@x.example>` },
    ],
    now,
  );
  const taskId = await seedTask(workspaceId, { contactId, campaignId, enrollmentId }, now);
  await seedCaptured(waiting!, mailbox.address, now);
  const attachmentId = newAttachmentId();
  const replyId = await seedReply(workspaceId, sent!, attachmentId, now);
  return { mailboxId: mailbox.id, messageId: waiting!.id, replyId, attachmentId, taskId };
}

async function seedReply(workspaceId: string, sent: MessageRecord, attachmentId: string, now: Date): Promise<string> {
  const { mailboxId, campaignId, enrollmentId, contactId, to } = sent;
  const file = { fileName: 'plan.txt', contentType: 'text/plain', bytes: 5 };
  const reply = await insertReply(
    workspaceId,
    {
      mailboxId: mailboxId!,
      messageId: sent.id,
      campaignId,
      enrollmentId,
      contactId,
      fromAddress: to,
      fromName: 'Ada Lovelace',
      subject: 'Re: Hello',
      bodyText: 'Tell me more.',
      attachments: [{ attachmentId, ...file }],
      messageIdHeader: `<reply${count}@analytical.example>`,
      references: [sent.messageIdHeader],
      class: 'question',
      confidence: 0.9,
      classifiedBy: 'rule',
      returnDate: null,
      needsAction: true,
      receivedAt: now,
    },
    now,
  );
  const content = Buffer.from('plans');
  await insertAttachment(workspaceId, { ...file, id: attachmentId, replyId: reply.id, content }, now);
  return reply.id;
}

async function seedDelivery(
  core: TestCore,
  { workspaceId, key, webhookId }: { workspaceId: string; key: string; webhookId: string },
): Promise<string> {
  const { body: events } = await core.request('GET', '/events?type=contact.created', { key });
  const [event] = events.data;
  const { id: eventId, type: eventType, subjectId } = event;
  await queueDeliveries([{ workspaceId, webhookId, eventId, eventType, subjectId }], core.deps.now());
  const [queued] = (await listDeliveries(workspaceId, webhookId, {}, { limit: 1, sort: 'id' })).items;
  const attempt = { at: core.deps.now(), status: 500, durationMs: 1, error: 'Answered 500.', responseText: '' };
  await settleDeliveries([queued!], () => ({ state: 'failed' }), attempt);
  return queued!.id;
}
