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
  await playStory(name, {
    list: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: (tool, input) => client.callTool({ name: tool, arguments: input }),
    close: () => client.close(),
  });
  person.mustHaveBeenAsked();
}
