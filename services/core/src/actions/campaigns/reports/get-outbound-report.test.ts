import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReplyClass } from '../../../domain/replies/reply-classes.ts';
import { insertCampaign } from '../../../store/campaigns/campaign-store.ts';
import { insertEnrollments } from '../../../store/campaigns/enrollment-bulk.ts';
import { insertMailbox } from '../../../store/mailboxes/mailbox-store.ts';
import { insertMessages } from '../../../store/messages/message-store.ts';
import { insertReply } from '../../../store/replies/reply-store.ts';
import { addSuppression } from '../../../store/suppressions/suppression-store.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

const now = new Date('2026-11-20T12:00:00Z');
let core: TestCore;
beforeAll(async () => {
  core = await startTestCore({ now: () => now });
});
afterAll(() => core.stop());

function at(day: string) {
  return new Date(`${day}T10:00:00Z`);
}

async function seed(workspaceId: string, key: string) {
  const contact = (await core.request('POST', '/contacts', { key, body: { email: 'ada@analytical.example' } })).body
    .data;
  const campaign = await insertCampaign(workspaceId, { name: 'Autumn', createdBy: 'test' }, now);
  const mailbox = await insertMailbox(
    workspaceId,
    { kind: 'capture', address: 'me@analytical.example', dailyCap: 50 },
    now,
  );
  const ids = { campaignId: campaign.id, mailboxId: mailbox.id, contactId: contact.id };
  const [enrollment] = await insertEnrollments(
    workspaceId,
    [{ campaignId: campaign.id, contactId: contact.id, companyId: null, createdBy: 'test' }],
    at('2026-11-18'),
  );
  const message = { ...ids, kind: 'campaign', to: 'ada@analytical.example', subject: 's', bodyText: 'b' } as const;
  await insertMessages(
    workspaceId,
    [
      { ...message, enrollmentId: enrollment!.id, state: 'sent', sentAt: at('2026-11-18'), messageIdHeader: '<1@x>' },
      { ...message, state: 'sent', sentAt: at('2026-11-19'), messageIdHeader: '<2@x>' },
      { ...message, state: 'sent', sentAt: at('2026-09-01'), messageIdHeader: '<3@x>' },
      { ...message, state: 'scheduled', messageIdHeader: '<4@x>' },
    ],
    at('2026-11-18'),
  );
  await insertMessages(workspaceId, [{ ...message, state: 'bounced', messageIdHeader: '<5@x>' }], at('2026-11-19'));
  return ids;
}

function reply(
  ids: { campaignId: string; mailboxId: string },
  kind: ReplyClass,
  from: string,
  day: string,
): Parameters<typeof insertReply>[1] {
  return {
    ...ids,
    messageId: null,
    enrollmentId: null,
    contactId: null,
    fromAddress: from,
    fromName: '',
    subject: '',
    bodyText: '',
    attachments: [],
    messageIdHeader: `<${kind}-${day}@x>`,
    references: [],
    class: kind,
    confidence: 1,
    classifiedBy: 'rule',
    returnDate: null,
    needsAction: true,
    receivedAt: at(day),
  };
}

test('get_outbound_report counts the period in total, by campaign, by mailbox, and by day', async () => {
  const { workspaceId, key } = await core.addWorkspace();
  const ids = await seed(workspaceId, key);
  await insertReply(workspaceId, reply(ids, 'meeting_request', 'ada@analytical.example', '2026-11-19'), now);
  await insertReply(workspaceId, reply(ids, 'question', 'ada@analytical.example', '2026-11-20'), now);
  await insertReply(workspaceId, reply(ids, 'out_of_office', 'eve@analytical.example', '2026-11-20'), now);
  await addSuppression(workspaceId, { kind: 'address', value: 'x@y.example', reason: 'unsubscribe' }, at('2026-11-20'));
  const { status, body } = await core.request('GET', '/reports/outbound?from=2026-11-18&to=2026-11-20&timeZone=UTC', {
    key,
  });
  expect(status).toBe(200);
  const expected = { enrolled: 1, sent: 2, replied: 1, interested: 1, meetings: 1, bounced: 1 };
  expect(body.data.totals).toEqual({ ...expected, sourced: 1, unsubscribed: 1 });
  expect(body.data.replyRate).toBe(0.5);
  expect(body.data.byCampaign).toEqual([{ campaignId: ids.campaignId, name: 'Autumn', ...expected }]);
  const { enrolled: _enrolled, ...ofMailbox } = expected;
  expect(body.data.byMailbox).toEqual([{ mailboxId: ids.mailboxId, address: 'me@analytical.example', ...ofMailbox }]);
  expect(body.data.byDay).toMatchObject([
    { day: '2026-11-18', enrolled: 1, sent: 1, replied: 0 },
    { day: '2026-11-19', sent: 1, replied: 1, bounced: 1 },
    { day: '2026-11-20', sent: 0, sourced: 1, unsubscribed: 1, replied: 0 },
  ]);
});

test('get_outbound_report returns 30 days of zeros for an empty workspace', async () => {
  const { key } = await core.addWorkspace();
  const { body } = await core.request('GET', '/reports/outbound', { key });
  expect(body.data.byDay).toHaveLength(30);
  expect(body.data.byDay.at(-1).day).toBe('2026-11-20');
  expect(body.data).toMatchObject({ totals: { sent: 0 }, replyRate: null, byCampaign: [] });
});

test.each([
  ['from=2026-11-20&to=2026-11-18', 'from'],
  ['from=2024-01-01&to=2026-11-18', 'from'],
  ['timeZone=Mars/Olympus', 'timeZone'],
  ['from=yesterday', 'from'],
  ['to=0811-11-25', 'to'],
  ['to=9999-12-31', 'to'],
  ['from=1969-12-31&to=1970-01-02', 'from'],
])('get_outbound_report rejects %s and names the field', async (query, field) => {
  const { status, body } = await core.request('GET', `/reports/outbound?${query}`);
  expect(status).toBe(422);
  expect(body.error.field).toBe(field);
});
