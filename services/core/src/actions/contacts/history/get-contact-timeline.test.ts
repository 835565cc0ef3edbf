import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchCampaign, messagesOf } from '../../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

// The clock is fixed. Entries of the same millisecond are sorted by cause and effect.
const now = new Date('2030-01-07T10:00:00Z');
let core: TestCore;
beforeAll(async () => {
  core = await startTestCore({ now: () => now });
});
afterAll(() => core.stop());

async function post(path: string, body = {}) {
  return (await core.request('POST', path, { body })).body.data;
}

interface Entry {
  id: string;
  title: string;
  at: string;
}

/** Returns the timeline oldest first, read page by page. */
async function timelineOf(contactId: string, limit: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const path = `/contacts/${contactId}/timeline?limit=${limit}${cursor && `&cursor=${cursor}`}`;
    const { body } = await core.request('GET', path);
    entries.push(...body.data);
    cursor = body.page.nextCursor;
  }
  return entries.reverse();
}

async function launched() {
  const { campaignId, contactIds } = await launchCampaign(core, 1);
  await post('/sandbox/deliver');
  const [sent] = await messagesOf(core, campaignId, '&state=sent');
  return { contactId: contactIds[0]!, sent };
}

test.each([1, 2, 100])('shows sent, replied, and ended in order, with %i entries per page', async (limit) => {
  const { contactId, sent } = await launched();
  await post(`/sandbox/messages/${sent.id}/reply`, { text: 'Sounds interesting, tell me more.' });
  const titles = (await timelineOf(contactId, limit)).map(({ title }) => title);
  const ofMail = titles.filter((title) => !title.startsWith('contact.'));
  expect(ofMail).toEqual(['enrolled', 'message sent', 'reply: interested', 'message cancelled', 'enrollment replied']);
});

test('orders entries after the sandbox clock has advanced', async () => {
  const { contactId, sent } = await launched();
  await post('/sandbox/clock', { advance: 'P3D' });
  await post('/sandbox/deliver');
  await post(`/sandbox/messages/${sent.id}/bounce`, { kind: 'hard' });
  const entries = await timelineOf(contactId, 3);
  expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).sort());
  const ofFirst = entries.filter(({ id }) => id === sent.id);
  expect(ofFirst.map(({ title }) => title)).toEqual(['message sent', 'message bounced']);
  expect(Date.parse(ofFirst[1]!.at) - Date.parse(ofFirst[0]!.at)).toBe(3 * 86_400_000);
});
