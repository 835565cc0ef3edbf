import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { headers, playStory, url } from './story.mjs';

const client = new MultiServerMCPClient({ mcpServers: { outbound: { transport: 'http', url, headers } } });
const tools = await client.getTools();
await playStory('langchain', {
  list: async () => tools.map(({ name }) => name),
  call: (name, input) => tools.find((tool) => tool.name === name).invoke(input),
  close: () => client.close(),
});
