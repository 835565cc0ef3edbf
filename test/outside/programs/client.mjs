// Creates, pages, previews and confirms with the packed client.
import assert from 'node:assert/strict';
import { createOutbound, OutboundError } from '@outbound/client';

const outbound = createOutbound({ baseUrl: process.env.URL, apiKey: process.env.KEY });
const mark = `node${process.versions.node.split('.')[0]}`;
for (const number of [1, 2, 3]) {
  const made = await outbound.call('post', '/contacts', { body: { email: `${mark}-${number}@client.example` } });
  assert.equal(made.email, `${mark}-${number}@client.example`);
}
const seen = [];
for await (const contact of outbound.each('/contacts', { query: { limit: 2 } })) seen.push(contact);
const mine = seen.filter(({ email }) => email?.startsWith(mark));
assert.equal(mine.length, 3);
const preview = await outbound.preview('delete', '/contacts/{contactId}', { path: { contactId: mine[0].id } });
assert.ok(preview.effects.length > 0);
await preview.confirm();
await assert.rejects(
  outbound.call('get', '/contacts/{contactId}', { path: { contactId: mine[0].id } }),
  (error) => error instanceof OutboundError && error.code === 'not_found',
);
