import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { agreeingPerson, headers, playStory, url } from './story.mjs';

const person = agreeingPerson();
const client = new Client({ name: 'sdk-1', version: '1.0.0' }, { capabilities: { elicitation: { form: {} } } });
client.setRequestHandler(ElicitRequestSchema, ({ params }) => person.answer(params));
await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
await playStory('sdk-1', {
  list: async () => (await client.listTools()).tools.map(({ name }) => name),
  call: (name, input) => client.callTool({ name, arguments: input }),
  close: () => client.close(),
});
person.mustHaveBeenAsked();
