import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { playStory, url } from './story.mjs';

// The bridge signs in: it prints the URL that a person would open, and check.ts opens it.
const transport = new StdioClientTransport({
  command: process.execPath,
  args: ['node_modules/mcp-remote/dist/proxy.js', url, '--allow-http'],
  env: { ...process.env, BROWSER: 'none' },
  stderr: 'inherit',
});
const client = new Client({ name: 'mcp-remote', version: '1.0.0' });
await client.connect(transport, { timeout: 120_000 });
await playStory('mcp-remote', {
  list: async () => (await client.listTools()).tools.map(({ name }) => name),
  call: (name, input) => client.callTool({ name, arguments: input }),
  close: () => client.close(),
});
