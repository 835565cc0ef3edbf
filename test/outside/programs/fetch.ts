// The story with openapi-fetch and the types that openapi-typescript made: creates contacts, previews and makes a
// change, pages a list.
import createClient from 'openapi-fetch';
import type { paths } from './outbound.js';

const client = createClient<paths>({
  baseUrl: process.env.API!,
  headers: { Authorization: `Bearer ${process.env.KEY}` },
});
let contactId = '';
for (let number = 0; number < 5; number += 1) {
  const body = { email: `types${number}@client.example`, firstName: 'Types' };
  const { data, error } = await client.POST('/contacts', { body });
  if (!data?.data.id) throw new Error(JSON.stringify(error));
  contactId = data.data.id;
}
const path = { contactId };
const body = { title: 'CTO' };
const plan = await client.PATCH('/contacts/{contactId}', { params: { path, query: { dryRun: true } }, body });
const { effects, planDigest } = plan.data!.data;
if (effects?.length !== 1) throw new Error(JSON.stringify(plan.error));
const header = { 'Plan-Digest': planDigest };
const done = await client.PATCH('/contacts/{contactId}', { params: { path, header }, body });
if (done.data?.data.title !== 'CTO') throw new Error(JSON.stringify(done.error));
const seen: string[] = [];
let cursor: string | null | undefined;
do {
  const query = { limit: 2, ...(cursor && { cursor }) };
  const { data, error } = await client.GET('/contacts', { params: { query } });
  if (!data) throw new Error(JSON.stringify(error));
  seen.push(...data.data.flatMap(({ email }) => (email?.startsWith('types') ? [email] : [])));
  cursor = data.page?.nextCursor;
} while (cursor);
if (seen.length !== 5 || new Set(seen).size !== 5) throw new Error(seen.join());
console.log('created 5, changed 1, paged 5');
