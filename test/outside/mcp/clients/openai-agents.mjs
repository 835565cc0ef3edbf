import { MCPServerStreamableHttp } from '@openai/agents';
import { headers, playStory, url } from './story.mjs';

const server = new MCPServerStreamableHttp({ url, name: 'outbound', requestInit: { headers } });
await server.connect();
await playStory('openai-agents', {
  list: async () => (await server.listTools()).map(({ name }) => name),
  call: (name, input) => server.callTool(name, input),
  close: () => server.close(),
});
