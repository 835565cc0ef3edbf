import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectWithKey } from '../harness/mcp-client.ts';
import { callByModel } from './model-caller.ts';
import { recordTasks } from './record-tasks.ts';
import { callByScript } from './scripted-caller.ts';
import { sendingTasks } from './sending-tasks.ts';
import { openStage, play } from './stage.ts';
import { has, type Task } from './task.ts';

const doneMin = 36;

let stage: Awaited<ReturnType<typeof openStage>>;
beforeAll(async () => {
  stage = await openStage();
}, 120_000);
afterAll(() => stage?.close());

test('a script without knowledge of the actions completes 36 of 40 everyday tasks', async () => {
  const client = await connectWithKey(stage.url, stage.key);
  const tasks = [...recordTasks, ...sendingTasks];
  const outcomes = await play(stage, tasks, (task) => callByScript(client, task));
  await client.close();
  const missed = outcomes.filter(({ isDone }) => !isDone).map(({ task, remark }) => `${task.wish} ${remark}`);
  expect(tasks).toHaveLength(40);
  expect(tasks.length - missed.length, missed.join('\n')).toBeGreaterThanOrEqual(doneMin);
}, 240_000);

/** Requests and responses of a model, as far as this fake uses them. */
interface Asked {
  tools: { function: { name: string } }[];
  messages: { role: string; content: string }[];
}

/** Three steps: it looks up the action and prepares it, confirms the preview, and reports that it is done. */
function turnOf({ tools, messages }: Asked): object {
  const toolCalls = (...calls: [name: string, input: unknown][]) => ({
    content: null,
    tool_calls: calls.map(([name, input], index) => ({
      id: `call-${messages.length}-${index}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    })),
  });
  const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
  if (results.length === 0 && tools.some(({ function: { name } }) => name === 'prepare_action'))
    return toolCalls(
      ['find_actions', { query: 'make a label' }],
      ['no_such_tool', {}],
      ['prepare_action', { action: 'create_tag', input: { name: 'From a model' } }],
    );
  const shown = results.at(-1)!;
  const confirmationId = /cnf_\w+/.exec(shown)?.[0];
  const what = /^what: "?(.*?)"?$/m.exec(shown)?.[1];
  const isDone = results.length > 3 || !confirmationId;
  return isDone ? { content: 'Done.' } : toolCalls(['confirm_change', { confirmationId, what }]);
}

test('a model gets the tools, their results, and their errors until it reports that it is done', async () => {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const body: Asked = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
    asked.push(body);
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', ...turnOf(body) } }] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const wish: Task = {
    wish: 'Make a label called From a model.',
    steps: [],
    isDone: (on) => has(on, 'tags', { name: 'From a model' }),
  };
  const client = await connectWithKey(stage.url, stage.key);
  const [outcome] = await play(stage, [wish], (task) => callByModel(client, { url, name: 'scripted' }, task));
  await client.close();
  server.close();
  expect(outcome, JSON.stringify(asked.at(-1)?.messages)).toMatchObject({ isDone: true, remark: '' });
  expect(asked).toHaveLength(3);
  expect(asked[1]!.messages.filter(({ role }) => role === 'tool')[1]!.content).toContain('no_such_tool');
});
