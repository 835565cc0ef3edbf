import { createRuntime } from 'mcporter';
import { headers, playStory, url } from './story.mjs';

const command = { kind: 'http', url: new URL(url), headers };
const runtime = await createRuntime({ servers: [{ name: 'outbound', command }] });
await playStory('mcporter', {
  list: async () => (await runtime.listTools('outbound')).map(({ name }) => name),
  call: (name, input) => runtime.callTool('outbound', name, { args: input }),
  close: () => runtime.close(),
});
