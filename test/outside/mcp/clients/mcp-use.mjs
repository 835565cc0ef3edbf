import { MCPClient } from 'mcp-use/client';
import { agreeingPerson, headers, playStory, url } from './story.mjs';

const person = agreeingPerson();
const client = new MCPClient({ mcpServers: { outbound: { url, headers } } }, { onElicitation: person.answer });
const session = await client.createSession('outbound');
await playStory('mcp-use', {
  list: async () => (await session.listTools()).map(({ name }) => name),
  call: (name, input) => session.callTool(name, input),
  close: () => client.closeAllSessions(),
});
person.mustHaveBeenAsked();
