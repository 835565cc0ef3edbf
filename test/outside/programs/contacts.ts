// The story with the client that @hey-api/openapi-ts made: creates contacts, previews and makes a change, pages a list.
import { client } from './client/client.gen.js';
import { createContact, listContacts, updateContact } from './client/sdk.gen.js';

client.setConfig({ baseUrl: process.env.API!, auth: process.env.KEY! });
let contactId = '';
for (let number = 0; number < 5; number += 1) {
  const body = { email: `hey${number}@client.example`, firstName: 'Hey' };
  const { data, error } = await createContact({ body, headers: { 'Idempotency-Key': `hey-${number}` } });
  if (error !== undefined || !data?.data.id) throw new Error(JSON.stringify(error));
  contactId = data.data.id;
}
const change = { path: { contactId }, body: { title: 'CTO' } };
const plan = await updateContact({ ...change, query: { dryRun: true } });
const { effects, planDigest } = plan.data!.data;
if (effects?.length !== 1 || planDigest === undefined) throw new Error(JSON.stringify(plan.error));
const done = await updateContact({ ...change, headers: { 'Plan-Digest': planDigest } });
if (done.data?.data.title !== 'CTO') throw new Error(JSON.stringify(done.error));
const seen: string[] = [];
let cursor: string | null | undefined;
do {
  const { data, error } = await listContacts({ query: { limit: 2, ...(cursor && { cursor }) } });
  if (error !== undefined || !data) throw new Error(JSON.stringify(error));
  seen.push(...data.data.flatMap(({ email }) => (email?.startsWith('hey') ? [email] : [])));
  cursor = data.page?.nextCursor;
} while (cursor);
if (seen.length !== 5 || new Set(seen).size !== 5) throw new Error(seen.join());
console.log('created 5, changed 1, paged 5');
