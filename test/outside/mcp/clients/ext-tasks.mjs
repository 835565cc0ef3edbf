// The requester of the extension Tasks: a confirmed job comes as a task, and settles with the job's result.
import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createTaskSessionFromClient, resultFromTaskOutcome } from '@modelcontextprotocol/ext-tasks/client';
import { headers, url } from './story.mjs';

const protocolVersion = '2026-07-28';
const clientInfo = { name: 'ext-tasks', version: '1.0.0' };
const sent = [];

/** Sends a request as the extension's requester has framed it. */
async function rawDispatch(request) {
  const { method, params } = request;
  const name = params.name ?? params.taskId;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': protocolVersion,
      'mcp-method': method,
      'mcp-name': name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: sent.length + 1, ...request }),
  });
  const { result, error } = await response.json();
  sent.push({ method, taskId: result?.taskId, status: result?.status, resultType: result?.resultType });
  return error ? { kind: 'error', error } : { kind: 'result', result };
}

const client = new Client(clientInfo, { capabilities: {}, versionNegotiation: { mode: { pin: protocolVersion } } });
await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
const session = createTaskSessionFromClient(client, {
  endpointId: 'outbound',
  rawDispatch,
  v2RequestFraming: { protocolVersion, clientInfo, clientCapabilities: {} },
});

async function call(name, input) {
  const execution = await session.callTool(name, input);
  const { outcome } = await execution.settle();
  return resultFromTaskOutcome(outcome);
}

async function carryOut(action, input) {
  const { structuredContent } = await call('prepare_action', { action, input });
  const { confirmWith, confirmationId, what } = structuredContent;
  return call(confirmWith, { confirmationId, what });
}

const added = await carryOut('create_contact', { email: 'tasks@clients.example' });
assert.equal(added.structuredContent.status, 'done');
assert.ok(!sent.some(({ resultType }) => resultType === 'task'), 'what is over at once is no task');

const done = await carryOut('start_contact_export', {});
assert.equal(done.structuredContent.job.state, 'completed');

const created = sent.find(({ resultType }) => resultType === 'task');
assert.match(String(created?.taskId), /^cnf_/, `a task was created: ${JSON.stringify(sent)}`);
const last = sent.findLast(({ method }) => method === 'tasks/get');
assert.deepEqual([last?.taskId, last?.status], [created.taskId, 'completed']);
await session.close();
