import { createMCPClient, ElicitationRequestSchema } from '@ai-sdk/mcp';
import { agreeingPerson, headers, playStory, url } from './story.mjs';

const person = agreeingPerson();
const client = await createMCPClient({
  transport: { type: 'http', url, headers },
  capabilities: { elicitation: { form: {} } },
});
client.onElicitationRequest(ElicitationRequestSchema, ({ params }) => person.answer(params));
const tools = await client.tools();
await playStory('ai-sdk', {
  list: async () => Object.keys(tools),
  call: (name, input) => tools[name].execute(input, { toolCallId: name, messages: [] }),
  close: () => client.close(),
});
person.mustHaveBeenAsked();
