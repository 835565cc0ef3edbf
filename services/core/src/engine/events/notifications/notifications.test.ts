import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { NotificationWishes } from '../../../domain/events/notifications/notification-wishes.ts';
import type { Role } from '../../../domain/members/role.ts';
import { inTransaction } from '../../../store/documents/transaction.ts';
import { addEvent } from '../../../store/events/event-store.ts';
import { insertMailbox, updateMailbox } from '../../../store/mailboxes/mailbox-store.ts';
import { createApiKey } from '../../../store/members/api-key-store.ts';
import { addMember, removeMember } from '../../../store/members/membership-store.ts';
import { changeNotificationWishes, createUser } from '../../../store/members/user-store.ts';
import { insertReply, type NewReply, updateReply } from '../../../store/replies/reply-store.ts';
import { launchCampaign, seedApproval, setPostalAddress } from '../../../testing/campaign-setup.ts';
import { type SmtpSink, startSmtpSink } from '../../../testing/servers/smtp-sink.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import type { InboundMail } from '../../../transport/received/read-mail.ts';
import { createSystemMail, type SystemMail } from '../../../transport/system-mail.ts';
import { queuePendingEvents } from '../webhooks/queue-deliveries.ts';
import { mailNotifications } from './mail-notifications.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const start = Date.parse('2036-05-01T03:15:00Z');

let core: TestCore;
let sink: SmtpSink;
let server: SystemMail;
let workspaceId: string;
let key: string;
let time = start;
function now() {
  return new Date(time);
}

beforeAll(async () => {
  sink = await startSmtpSink();
  server = createSystemMail({ url: `smtp://127.0.0.1:${sink.port}`, from: 'outbound@product.example' });
  core = await startTestCore({ now });
  core.deps.ports.systemMail = server;
});
afterAll(async () => {
  await core?.stop();
  await sink?.stop();
});
beforeEach(async () => {
  core.deps.ports.systemMail = server;
  time = start;
  sink.received.length = 0;
  ({ workspaceId, key } = await core.addWorkspace());
});

async function addPerson(wishes: Partial<NotificationWishes> = {}, role: Role = 'member') {
  const email = `${randomUUID()}@people.example`;
  const user = await createUser({ email, name: 'Ada', passwordHash: 'none', now: now() });
  await addMember(workspaceId, user.id, role, now());
  await changeNotificationWishes(user.id, { ...user.notifications, ...wishes });
  return { userId: user.id, email };
}
async function failingMailbox(): Promise<string> {
  const own = { kind: 'capture' as const, address: `${randomUUID()}@acme.example`, dailyCap: 100 };
  const { id, address } = await insertMailbox(workspaceId, own, now());
  await updateMailbox(workspaceId, id, { state: 'failing', lastError: '535 5.7.8 Bad password' }, now());
  const data = { address, error: '535', part: 'sending' as const };
  await inTransaction(() => addEvent(workspaceId, 'mailbox.failing', id, data, now()));
  return id;
}
/** Runs the worker's steps after this delay. */
async function work(afterMs = 0) {
  while (await queuePendingEvents(now()));
  time += afterMs;
  while (await mailNotifications(core.deps));
}
function mailsTo(email: string): InboundMail[] {
  return sink.received.filter(({ to }) => JSON.stringify(to).includes(email));
}

test('combines events within a minute into one mail with the right link, and sends no second one', async () => {
  const { email } = await addPerson();
  await seedApproval(core, workspaceId);
  const mailboxId = await failingMailbox();
  await inTransaction(() =>
    addEvent(workspaceId, 'approval.requested', 'apr_1', { action: 'x', credits: 0, recipients: 1 }, now()),
  );
  await work(10_000);
  expect(mailsTo(email)).toEqual([]);
  await work(minuteMs);
  const [mail, ...others] = mailsTo(email);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Test workspace: 2 things to look at');
  expect(mail?.bodyText).toContain(`1 request waits for approval\n${core.config.baseUrl}/app/approvals`);
  expect(mail?.bodyText).toContain(`535 5.7.8 Bad password\n${core.config.baseUrl}/app/mailboxes/${mailboxId}`);
  await work(24 * hourMs);
  expect(mailsTo(email)).toHaveLength(1);
});

test('counts a campaign’s pending messages as one item, and ignores handled ones', async () => {
  const stranger = await addPerson();
  await setPostalAddress(core);
  ({ workspaceId } = core);
  const member = await addPerson();
  const viewer = await addPerson({}, 'viewer');
  await launchCampaign(core, 3, { approval: 'each_message' });
  await work(minuteMs);
  expect(mailsTo(member.email).map(({ subject }) => subject)).toEqual(['Test workspace: 3 messages wait for approval']);
  expect([...mailsTo(stranger.email), ...mailsTo(viewer.email)]).toEqual([]);
});

/** A reply whose text suppressed its author. */
async function suppressingReply(from: string, ownerId: string | null): Promise<void> {
  const mail: NewReply = {
    mailboxId: null,
    messageId: null,
    campaignId: null,
    enrollmentId: null,
    contactId: null,
    fromAddress: from,
    fromName: '',
    subject: 'Re: Hello',
    bodyText: 'Please take my address off your list.',
    attachments: [],
    messageIdHeader: `<${from}>`,
    references: [],
    returnDate: null,
    class: 'unsubscribe',
    confidence: 0.99,
    classifiedBy: 'rule',
    needsAction: false,
    receivedAt: now(),
    undoUntil: new Date(time + 24 * hourMs),
  };
  const { id } = await insertReply(workspaceId, mail, now());
  await updateReply(workspaceId, id, { ownerId }, now());
  const data = { campaignId: null, contactId: null, class: 'unsubscribe' };
  await inTransaction(() => addEvent(workspaceId, 'reply.received', id, data, now()));
}

test('tells the owner of a reply, otherwise the admins, that its text suppressed someone', async () => {
  const member = await addPerson();
  const admin = await addPerson({}, 'admin');
  await suppressingReply('eve@home.example', null);
  await suppressingReply('bob@home.example', member.userId);
  await work(minuteMs);
  expect(mailsTo(admin.email).map(({ subject }) => subject)).toEqual([
    'Test workspace: eve@home.example was suppressed because of their reply. Within a day, you can take it back',
  ]);
  expect(mailsTo(member.email)[0]?.bodyText).toContain('bob@home.example was suppressed');
});

test('omits items that were handled before the mail is sent', async () => {
  const { email } = await addPerson();
  const mailboxId = await failingMailbox();
  await work();
  await updateMailbox(workspaceId, mailboxId, { state: 'active' }, now());
  await work(minuteMs);
  expect(mailsTo(email)).toEqual([]);
});

test('sends a digest once, in the workspace’s morning', async () => {
  const { email } = await addPerson({ mail: 'daily' });
  await core.request('PATCH', '/settings', { key, body: { timeZone: 'UTC' } });
  await failingMailbox();
  await work(hourMs);
  await failingMailbox();
  await work(3 * hourMs);
  expect(mailsTo(email)).toEqual([]);
  await work(hourMs);
  expect(mailsTo(email).map(({ subject }) => subject)).toEqual(['Test workspace: 2 things to look at']);
});

test('sends no mail to people who turned off mail or the topic, or who left', async () => {
  const people = [await addPerson({ mail: 'never' }), await addPerson({ kinds: ['jobs'] }), await addPerson()];
  await failingMailbox();
  await work();
  await removeMember(workspaceId, people[2]!.userId);
  await work(minuteMs);
  for (const { email } of people) expect(mailsTo(email)).toEqual([]);
});

test('retries a mail that a server rejects; a crash after sending repeats the same mail', async () => {
  const { email } = await addPerson();
  await failingMailbox();
  core.deps.ports.systemMail = { send: () => Promise.reject(new Error('421 busy')) };
  await work(minuteMs);
  core.deps.ports.systemMail = server;
  await work();
  expect(mailsTo(email)).toEqual([]);
  // The worker dies after the server accepted the mail and before storing that.
  core.deps.ports.systemMail = {
    send: async (mail) => {
      await server.send(mail);
      throw new Error('killed');
    },
  };
  await work(2 * minuteMs);
  core.deps.ports.systemMail = server;
  await work(5 * minuteMs);
  const ids = mailsTo(email).map(({ messageIdHeader }) => messageIdHeader);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).toContain('@product.example');
});

test('sends one mail for events that leave the outbox twice, with several workers', async () => {
  const { email } = await addPerson();
  await failingMailbox();
  await Promise.all([queuePendingEvents(now()), queuePendingEvents(now()), queuePendingEvents(now())]);
  time += minuteMs;
  await Promise.all(Array.from({ length: 4 }, () => mailNotifications(core.deps)));
  await work(hourMs);
  expect(mailsTo(email)).toHaveLength(1);
});

test('notifies the person who started a long job', async () => {
  const other = await addPerson();
  const email = `${randomUUID()}@people.example`;
  const starter = await createUser({ email, name: 'Ada', passwordHash: 'none', now: now() });
  await addMember(workspaceId, starter.id, 'admin', now());
  const made = await createApiKey(workspaceId, {
    name: 'agent',
    scopes: ['contacts:write', 'jobs:write', 'contacts:read', 'jobs:read'],
    createdBy: starter.id,
    dailyLimits: { credits: null, recipients: null },
    now: now(),
  });
  const csv = { headers: { 'content-type': 'text/csv' }, body: 'email\nada@import.example\n', key: made.key };
  const { body } = await core.request('POST', '/contacts/import?declaredBasis=consent', csv);
  await core.request('POST', `/jobs/${body.data.id}/cancel`, { key, body: {} });
  await work(minuteMs);
  expect(mailsTo(email)[0]?.bodyText).toContain(`/app/jobs/${body.data.id}`);
  expect(mailsTo(other.email)).toEqual([]);
});
