import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { agreeingPerson, headers, playStory, url } from './story.mjs';

for (const [name, mode] of [
  ['sdk-2-auto', 'auto'],
  ['sdk-2-pinned', { pin: '2026-07-28' }],
]) {
  const person = agreeingPerson();
  const client = new Client(
    { name, version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => person.answer(params));
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  assert.equal(client.getNegotiatedProtocolVersion?.() ?? '2026-07-28', '2026-07-28');
  await hearsOfPrepared(client);
  await playStory(name, {
    list: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: (tool, input) => client.callTool({ name: tool, arguments: input }),
    close: () => client.close(),
  });
  person.mustHaveBeenAsked();
}

/** A subscription to what waits reports a prepared action. */
async function hearsOfPrepared(client) {
  const uri = 'outbound://waiting';
  const updated = new Promise((resolve) =>
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri)),
  );
  const subscription = await client.listen({ resourceSubscriptions: [uri] });
  assert.deepEqual(subscription.honoredFilter, { resourceSubscriptions: [uri] });
  const input = { email: 'heard@clients.example' };
  const { structuredContent } = await client.callTool({
    name: 'prepare_action',
    arguments: { action: 'create_contact', input },
  });
  assert.equal(await updated, uri);
  const { contents } = await client.readResource({ uri });
  assert.ok(contents[0].text.includes(structuredContent.confirmationId), 'the prepared action waits');
  await subscription.close();
}
