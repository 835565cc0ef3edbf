import { MCPClient } from '@mastra/mcp';
import { agreeingPerson, headers, playStory, url } from './story.mjs';

const person = agreeingPerson();
const inputRequests = async ({ params }) => person.answer(params);
const client = new MCPClient({ servers: { outbound: { url: new URL(url), requestInit: { headers }, inputRequests } } });
const tools = await client.listTools();
await playStory('mastra', {
  list: async () => Object.keys(tools).map((name) => name.replace(/^outbound_/, '')),
  call: (name, input) => tools[`outbound_${name}`].execute(input, {}),
  close: () => client.disconnect(),
});
person.mustHaveBeenAsked();
