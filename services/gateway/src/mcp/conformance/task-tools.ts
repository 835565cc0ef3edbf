import { randomUUID } from 'node:crypto';
import type { ClientCall, Params } from '../catalog/catalog.ts';
import type { ProtocolTask } from '../catalog/protocol-result.ts';
import { takesTasks, tasksNotDeclared } from '../serve-tasks.ts';
import { nameQuestion } from './asking-tools.ts';
import { said, type ToolFixture, tool } from './tool-fixture.ts';

const ttlMs = 10 * 60_000;
const pollIntervalMs = 100;

interface Work {
  seconds?: number;
  questions?: Params;
  end: Pick<ProtocolTask, 'result' | 'error'>;
}

/** State of a task, which follows from the time and the answers so far. */
interface Kept extends Required<Work> {
  owner: string;
  startedAt: Date;
  cancelledAt?: Date;
}

const tasks = new Map<string, Kept>();

function start({ context }: ClientCall, { seconds = 0, questions = {}, end }: Work): object {
  const id = `tsk_${randomUUID()}`;
  tasks.set(id, { owner: context.principal.id, startedAt: new Date(), seconds, questions: { ...questions }, end });
  const { result: _result, error: _error, inputRequests: _requests, ...created } = stateOf(id, tasks.get(id)!);
  return { task: created };
}

function find(id: string, { context }: ClientCall): Kept | undefined {
  const kept = tasks.get(id);
  return kept?.owner === context.principal.id ? kept : undefined;
}

function stateOf(taskId: string, { startedAt, cancelledAt, seconds, questions, end }: Kept): ProtocolTask {
  const createdAt = startedAt.toISOString();
  const known = { taskId, createdAt, lastUpdatedAt: (cancelledAt ?? startedAt).toISOString(), ttlMs, pollIntervalMs };
  if (cancelledAt) return { ...known, status: 'cancelled' };
  if (Object.keys(questions).length > 0) return { ...known, status: 'input_required', inputRequests: questions };
  if (Date.now() < startedAt.getTime() + seconds * 1_000) return { ...known, status: 'working' };
  const result = end.result && { ...end.result, resultType: 'complete' };
  return { ...known, status: end.error ? 'failed' : 'completed', ...end, ...(result && { result }) };
}

export function readTaskFixture(id: string, call: ClientCall): ProtocolTask | undefined {
  const kept = find(id, call);
  return kept && stateOf(id, kept);
}

export function answerTaskFixture(id: string, answers: Params, call: ClientCall): boolean {
  const kept = find(id, call);
  for (const key of Object.keys(answers)) delete kept?.questions[key];
  return kept !== undefined;
}

export function cancelTaskFixture(id: string, call: ClientCall): boolean {
  const kept = find(id, call);
  if (kept && !('result' in stateOf(id, kept))) kept.cancelledAt = new Date();
  return kept !== undefined;
}

function requireTasks({ capabilities }: ClientCall): void {
  if (!takesTasks(capabilities)) throw tasksNotDeclared();
}

const confirmed = nameQuestion('Really?', 'confirm');

export const taskTools: readonly ToolFixture[] = [
  tool('greet', ({ name }) => said(`Hello, ${name}!`)),
  tool('slow_compute', ({ seconds }, call) =>
    takesTasks(call.capabilities)
      ? start(call, { seconds: Number(seconds), end: { result: said('Computed.') } })
      : said('Computed.'),
  ),
  tool('failing_job', (_input, call) => {
    requireTasks(call);
    return start(call, { seconds: 1, end: { result: { ...said('It failed.'), isError: true } } });
  }),
  tool('protocol_error_job', (_input, call) => {
    requireTasks(call);
    return start(call, { end: { error: { code: -32603, message: 'It broke.' } } });
  }),
  tool('confirm_delete', ({ filename }, call) => {
    requireTasks(call);
    return start(call, { questions: { confirm: confirmed }, end: { result: said(`Deleted ${filename}.`) } });
  }),
  tool('multi_input', (_input, call) => {
    requireTasks(call);
    return start(call, { questions: { first: confirmed, second: confirmed }, end: { result: said('Both answered.') } });
  }),
  tool('test_tool_with_task', (_input, call) => {
    requireTasks(call);
    const { user_name: answer } = call.inputResponses as { user_name?: { content?: { name?: string } } };
    if (answer === undefined)
      return { resultType: 'input_required', inputRequests: { user_name: nameQuestion('Your name?', 'name') } };
    return start(call, { end: { result: said(`Hello, ${answer.content?.name}!`) } });
  }),
];
