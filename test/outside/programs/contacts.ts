// Creates, lists and pages contacts with the client that @hey-api/openapi-ts made.
import { client } from './client/client.gen.js';
import { createContact, listContacts } from './client/sdk.gen.js';

client.setConfig({ baseUrl: process.env.API!, auth: process.env.KEY! });
for (let number = 0; number < 5; number += 1) {
  const body = { email: `hey${number}@client.example`, firstName: 'Hey' };
  const { data, error } = await createContact({ body, headers: { 'Idempotency-Key': `hey-${number}` } });
  if (error !== undefined || !data) throw new Error(JSON.stringify(error));
}
const seen: string[] = [];
let cursor: string | null | undefined;
do {
  const { data, error } = await listContacts({ query: { limit: 2, ...(cursor && { cursor }) } });
  if (error !== undefined || !data) throw new Error(JSON.stringify(error));
  seen.push(...data.data.flatMap(({ email }) => (email?.startsWith('hey') ? [email] : [])));
  cursor = data.page?.nextCursor;
} while (cursor);
if (seen.length !== 5 || new Set(seen).size !== 5) throw new Error(seen.join());
console.log('created 5, paged 5');
