import { type Answer, restClient } from '../harness/product.ts';

/** Records that the screenshots show, by ID. */
export interface FilledWorkspace {
  campaignId: string;
  contactId: string;
  replyId: string;
}

const people = 24;
const steps = [
  {
    subject: 'A question about {{ companyName }}',
    body: 'Hello {{ firstName }},\n\nhow do you plan your tours at {{ companyName }} today? We help teams like yours to save an hour a day.\n\nIs that worth ten minutes next week?',
  },
  { waitDays: 3, body: 'Hello {{ firstName }},\n\nis there somebody else at {{ companyName }} whom I should ask?' },
];

const replies = [
  'Sounds interesting. Could you call me on Thursday afternoon?',
  'Thanks, but we have just signed with another vendor.',
  'Please take me off your list.',
  'What does it cost for 40 drivers?',
  'I no longer do this. Please ask Maria Weber, she leads operations now.',
  'I am out of office until Monday and read my mail then.',
];

/** A workspace in use: revealed people, a two-day-old campaign with replies, and pending approvals. */
export async function fillWorkspace(url: string, key: string): Promise<FilledWorkspace> {
  const request = restClient(url, key);
  const send = async (method: string, path: string, body?: unknown) => dataOf(path, await request(method, path, body));
  const window = { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '23:59' };
  const postalAddress = 'Analytical Engines Ltd, 1 Dorset Street, London';
  await send('PATCH', '/settings', {
    postalAddress,
    senderName: 'Ada Lovelace',
    window: { ...window, timeZone: 'UTC' },
  });
  const found = await send('POST', '/search/people', {
    description: 'heads of operations at logistics companies in Germany',
    limit: people,
  });
  const ids = found.people.map(({ id }: { id: string }) => id);
  const { items } = await send('POST', '/search/people/reveal', { ids });
  const contactIds: string[] = items.flatMap(({ contactId }: { contactId?: string }) => contactId ?? []);
  const list = await send('POST', '/lists', { name: 'Logistics in Germany' });
  await send('POST', `/lists/${list.id}/members`, { contactIds });
  const campaignId = await launch(send, 'Tour planning, autumn', contactIds.slice(0, 16));
  const messages = await delivered(send, campaignId);
  for (const [i, text] of replies.entries()) await send('POST', `/sandbox/messages/${messages[i]}/reply`, { text });
  await launch(send, 'Tour planning, a second look', contactIds.slice(16), { approval: 'each_message' });
  const needing = await send('GET', '/replies?needsAction=true');
  return { campaignId, contactId: contactIds[0]!, replyId: needing.at(-1).id };
}

type Send = (method: string, path: string, body?: unknown) => Promise<Answer['body']>;

function dataOf(path: string, { status, body }: Answer): Answer['body'] {
  if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(body.error)}`);
  return body.data;
}

async function launch(send: Send, name: string, contactIds: string[], over: object = {}): Promise<string> {
  const { id } = await send('POST', '/campaigns', { name, steps, ...over });
  await send('POST', `/campaigns/${id}/enrollments`, { contactIds });
  await send('POST', `/campaigns/${id}/launch`, {});
  return id;
}

/** IDs of the first messages, after the sandbox has received them. */
async function delivered(send: Send, campaignId: string): Promise<string[]> {
  for (;;) {
    await send('POST', '/sandbox/deliver', {});
    const sent = await send('GET', `/messages?campaignId=${campaignId}&state=sent&limit=50`);
    if (sent.length >= replies.length) return sent.map(({ id }: { id: string }) => id);
  }
}
