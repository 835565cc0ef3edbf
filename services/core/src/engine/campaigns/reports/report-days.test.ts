import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayStarts } from '../../../domain/campaigns/outbound-report.ts';
import type { EventData, EventType } from '../../../domain/events/event-payloads.ts';
import { removeReportDays } from '../../../store/campaigns/report-day-store.ts';
import { countOutbound, countReplyClasses } from '../../../store/campaigns/report-store.ts';
import { currentDatabase } from '../../../store/connection/connect.ts';
import { addEvent } from '../../../store/events/event-store.ts';
import { randomOf } from '../../../testing/inputs/random-of.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { queuePendingEvents } from '../../events/webhooks/queue-deliveries.ts';
import { readReportDays } from './report-days.ts';

const timeZone = 'America/St_Johns';
const firstDay = Date.parse('2026-10-20T00:00:00Z');
const dayMs = 86_400_000;
const periodDays = 30;
const writes = 100;

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

interface Stored {
  _id: string;
  [field: string]: unknown;
}

const randomInt = randomOf(1);

function oneOf<T>(values: readonly T[]): T {
  return values[randomInt(values.length)]!;
}

/** Random records and events, as the product writes them: the time of a record is often not that of its event. */
function randomWriter(workspaceId: string) {
  const collection = (name: string) => currentDatabase().collection<Stored>(name);
  const known: Record<'messages' | 'replies' | 'contacts', string[]> = { messages: [], replies: [], contacts: [] };
  const moment = () => new Date(firstDay + randomInt(periodDays * dayMs));
  const ids = () => ({ campaignId: oneOf(['cmp_1', 'cmp_2', null]), mailboxId: oneOf(['mbx_1', 'mbx_2']) });
  const classes = ['interested', 'meeting_request', 'question', 'out_of_office', 'bounce'];

  async function happened(type: EventType, subjectId: string, at: Date): Promise<void> {
    await addEvent(workspaceId, type, subjectId, {} as EventData<typeof type>, at);
  }
  async function insert(name: string, document: Stored): Promise<void> {
    await collection(name).insertOne({ workspaceId, ...document });
  }
  return [
    async () => {
      const at = moment();
      const _id = `con_${ulid(at.getTime())}`;
      known.contacts.push(_id);
      await insert('contacts', { _id, createdAt: at });
      await happened('contact.created', _id, at);
    },
    async () => {
      const _id = known.contacts.pop();
      if (_id === undefined) return;
      await collection('contacts').deleteOne({ _id });
      await happened('contact.deleted', _id, moment());
    },
    async () => {
      const [_id, sentAt] = [`msg_${ulid()}`, moment()];
      known.messages.push(_id);
      await insert('messages', {
        _id,
        ...ids(),
        messageIdHeader: _id,
        kind: oneOf(['campaign', 'forward']),
        state: 'sent',
        sentAt,
        updatedAt: sentAt,
      });
      await happened('message.sent', _id, moment());
    },
    async () => {
      const _id = known.messages.pop();
      if (_id === undefined) return;
      const updatedAt = moment();
      await collection('messages').updateOne({ _id }, { $set: { state: 'bounced', bounceType: 'hard', updatedAt } });
      await happened('message.bounced', _id, updatedAt);
    },
    async () => {
      const [_id, receivedAt] = [`rpl_${ulid()}`, moment()];
      known.replies.push(_id);
      const fromAddress = oneOf(['ada@x.example', 'grace@x.example', 'alan@x.example']);
      await insert('replies', {
        _id,
        ...ids(),
        fromAddress,
        class: oneOf(classes),
        state: 'new',
        messageIdHeader: _id,
        receivedAt,
      });
      await happened('reply.received', _id, moment());
    },
    async () => {
      if (known.replies.length === 0) return;
      const _id = oneOf(known.replies);
      await collection('replies').updateOne({ _id }, { $set: { class: oneOf(classes) } });
      await happened('reply.classified', _id, moment());
    },
    async () => {
      const [_id, createdAt] = [`sup_${ulid()}`, moment()];
      await insert('suppressions', { _id, value: _id, digest: _id, kind: 'address', reason: 'unsubscribe', createdAt });
      await happened('suppression.added', _id, createdAt);
    },
  ];
}

test('counters equal the raw records after random writes, and only changed days are counted', async () => {
  const { workspaceId } = await core.addWorkspace();
  const starts = dayStarts('2026-10-20', '2026-11-18', timeZone);
  const now = new Date('2026-11-19T00:00:00Z');
  const asText = (rows: object[]) => rows.map((row) => JSON.stringify(row, Object.keys(row).toSorted())).toSorted();
  const writers = randomWriter(workspaceId);
  for (let done = 0; done < writes; done += 1) {
    await oneOf(writers)();
    if (done % 10 !== 0) continue;
    while (await queuePendingEvents(now)) {}
    const { rows, classes } = await readReportDays({ workspaceId, timeZone, starts }, now);
    const raw = new Map<string, { count: number }>();
    for (const { count, ...key } of await countOutbound(workspaceId, starts)) {
      const name = JSON.stringify(key);
      raw.set(name, { ...key, count: count + (raw.get(name)?.count ?? 0) });
    }
    expect(asText(rows)).toEqual(asText([...raw.values()]));
    const counted = classes.flatMap((day, dayIndex) =>
      Object.entries(day).map(([name, count]) => ({ dayIndex, class: name, count })),
    );
    expect(asText(counted)).toEqual(asText(await countReplyClasses(workspaceId, starts)));
  }
  await currentDatabase().collection('messages').deleteMany({ workspaceId });
  const sent = async () =>
    (await readReportDays({ workspaceId, timeZone, starts }, now)).rows.filter(({ metric }) => metric === 'sent')
      .length;
  expect(await sent()).toBeGreaterThan(0);
  await removeReportDays();
  expect(await sent()).toBe(0);
});
