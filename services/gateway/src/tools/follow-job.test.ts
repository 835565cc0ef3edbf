import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ok, testApiKey } from '../testing/fake-core.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { callTool, prepareTool } from '../testing/mcp-call.ts';

describe('progress of long work', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.stop());

  /** Events of one call's stream, as JSON-RPC messages. */
  async function stream(name: string, input: object) {
    const params = { name, arguments: input, _meta: { progressToken: 'p1' } };
    const response = await fetch(gateway.mcpUrl, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${testApiKey}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: '));
    return lines.map((line) => JSON.parse(line.slice(6)));
  }

  function countTo(total: number) {
    let done = 0;
    gateway.core.handlers.set('GET /jobs/job_1', () => {
      done = Math.min(done + 1, total);
      return ok({ id: 'job_1', title: 'Reveal', state: done === total ? 'completed' : 'running', done, total });
    });
  }

  test('is reported while a confirmed action continues as a job', async () => {
    countTo(3);
    gateway.core.handlers.set('POST /search/people/reveal', ({ path }) =>
      path.includes('dryRun')
        ? { status: 200, body: gateway.core.plan({ path }) }
        : ok({ id: 'job_1', state: 'queued' }),
    );
    const { confirmationId, what } = await prepareTool(gateway.mcpUrl, 'reveal_people', { personIds: ['prs_1'] });
    const messages = await stream('confirm_spend', { confirmationId, what });
    const progress = messages.filter(({ method }) => method === 'notifications/progress').map(({ params }) => params);
    expect(progress.map((each) => [each.progressToken, each.progress, each.total])).toEqual([
      ['p1', 1, 3],
      ['p1', 2, 3],
      ['p1', 3, 3],
    ]);
    expect(messages.at(-1)).toMatchObject({
      id: 1,
      result: { structuredContent: { status: 'done', job: { state: 'completed' } } },
    });
  });

  test('is reported for get_job, while an ordinary call returns without waiting', async () => {
    countTo(2);
    const messages = await stream('get_job', { jobId: 'job_1' });
    expect(messages.map(({ method }) => method)).toEqual([
      'notifications/progress',
      'notifications/progress',
      undefined,
    ]);
    countTo(2);
    const once = await callTool(gateway.mcpUrl, 'get_job', { jobId: 'job_1' });
    expect(once.structuredContent).toMatchObject({ data: { state: 'running' } });
  });
});
