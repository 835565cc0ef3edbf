import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ok, type Reply } from '../testing/fake-core.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { confirmTool, modernRpc, type Prepared, prepareTool } from '../testing/mcp-call.ts';
import { connect } from '../testing/oauth-client.ts';

const dayMs = 24 * 60 * 60_000;
const tasks = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

describe('tasks', () => {
  let gateway: TestGateway;
  beforeEach(async () => {
    gateway = await startTestGateway();
  });
  afterEach(() => gateway.stop());

  function confirm({ confirmWith, confirmationId, what }: Prepared, capabilities: object = tasks) {
    const params = { name: confirmWith, arguments: { confirmationId, what } };
    return modernRpc(gateway.mcpUrl, 'tools/call', params, capabilities);
  }
  function about(method: 'get' | 'update' | 'cancel', taskId: string, capabilities: object = tasks) {
    return modernRpc(gateway.mcpUrl, `tasks/${method}`, { taskId, inputResponses: {} }, capabilities);
  }
  const read = async (taskId: string) => (await about('get', taskId)).result;

  describe('for an action that a member has to approve', () => {
    const route = 'POST /campaigns/cmp_1/launch';
    const approval = {
      id: 'apr_1',
      url: 'http://app.example/app/approvals/apr_1',
      state: 'pending',
      reason: 'It writes to 9 people.',
      expiresAt: new Date(Date.now() + 3 * dayMs).toISOString(),
    };
    const plan = {
      ok: true,
      summary: 'Would launch Autumn to 9 contacts.',
      data: { planDigest: 'digest-1', recipients: 9, approval: { isRequired: true, reason: approval.reason } },
    };

    function answerWith(reply: Reply) {
      gateway.core.handlers.set(route, ({ path }) => (path.includes('dryRun') ? { status: 200, body: plan } : reply));
    }

    async function held(): Promise<string> {
      answerWith({ status: 202, body: ok({ approval }).body as object });
      const prepared = await prepareTool(gateway.mcpUrl, 'launch_campaign', { campaignId: 'cmp_1' });
      const { result } = await confirm(prepared);
      expect(result).toMatchObject({
        resultType: 'task',
        taskId: prepared.confirmationId,
        status: 'working',
        statusMessage: `A member of the workspace has to approve it: ${approval.url}`,
        pollIntervalMs: 15_000,
      });
      expect(result.ttlMs).toBeGreaterThan(3 * dayMs);
      expect(result).not.toHaveProperty('result');
      return prepared.confirmationId;
    }

    test('work until it is approved, and then have the result, also days later', async () => {
      const id = await held();
      expect(await read(id)).toMatchObject({ resultType: 'complete', taskId: id, status: 'working' });
      gateway.clock.offsetMs += 2 * dayMs;
      answerWith(ok({ id: 'cmp_1', state: 'running' }));
      const done = await read(id);
      const text = expect.stringMatching(/^Done/);
      const structuredContent = expect.objectContaining({ status: 'done', data: { id: 'cmp_1', state: 'running' } });
      expect(done).toMatchObject({
        status: 'completed',
        result: { content: [{ type: 'text', text }], structuredContent },
      });
      expect(await read(id)).toMatchObject({ status: 'completed', result: { structuredContent } });
      const keys = gateway.core.seen.flatMap(({ headers }) => headers['idempotency-key'] ?? []);
      expect(new Set(keys).size).toBe(1);
    });

    test('end with the reason if it is declined', async () => {
      const id = await held();
      const error = { code: 'approval_declined', message: 'A person declined this.' };
      answerWith({ status: 403, body: { ok: false, error } });
      const declined = { status: 'completed', result: { isError: true } };
      expect(await read(id)).toMatchObject(declined);
      expect((await read(id)).result.content[0].text).toContain('A person declined this.');
    });

    test('keep working while the core is away', async () => {
      const id = await held();
      answerWith({
        status: 503,
        body: { ok: false, error: { code: 'unavailable', message: 'Later.', retryable: true } },
      });
      expect(await read(id)).toMatchObject({ status: 'working' });
      answerWith(ok({ id: 'cmp_1', state: 'running' }));
      expect(await read(id)).toMatchObject({ status: 'completed', result: { structuredContent: { status: 'done' } } });
    });

    test('end, and never run, if the core lacks what it needs', async () => {
      const id = await held();
      answerWith({ status: 402, body: { ok: false, error: { code: 'out_of_credits', message: 'No credits.' } } });
      expect(await read(id)).toMatchObject({ status: 'completed', result: { isError: true } });
      answerWith(ok({ id: 'cmp_1', state: 'running' }));
      const before = gateway.core.seen.length;
      expect(await read(id)).toMatchObject({ status: 'completed', result: { isError: true } });
      expect(gateway.core.seen.slice(before).filter(({ method }) => method === 'POST')).toEqual([]);
    });

    test('acknowledge a cancellation, and stay with the members', async () => {
      const id = await held();
      expect((await about('cancel', id)).result).toMatchObject({ resultType: 'complete' });
      expect(await read(id)).toMatchObject({ status: 'working' });
    });
  });

  describe('for a job', () => {
    const job = { id: 'job_1', title: 'Reveal', total: 3, updatedAt: '2026-11-29T10:00:00.000Z' };

    async function started(): Promise<string> {
      gateway.core.handlers.set('POST /search/people/reveal', ({ path }) =>
        path.includes('dryRun')
          ? { status: 200, body: gateway.core.plan({ path }) }
          : ok({ id: 'job_1', state: 'queued' }),
      );
      is('running', 1);
      const prepared = await prepareTool(gateway.mcpUrl, 'reveal_people', { personIds: ['prs_1'] });
      const { result } = await confirm(prepared);
      expect(result).toMatchObject({
        resultType: 'task',
        taskId: prepared.confirmationId,
        status: 'working',
        statusMessage: 'Reveal: running, 1 of 3 done.',
        lastUpdatedAt: job.updatedAt,
        pollIntervalMs: 2_000,
      });
      return prepared.confirmationId;
    }

    function is(state: string, done: number) {
      gateway.core.handlers.set('GET /jobs/job_1', () => ok({ ...job, state, done }));
    }

    test('work until it ends, and then have its state and the result', async () => {
      const id = await started();
      is('running', 2);
      expect(await read(id)).toMatchObject({ status: 'working', statusMessage: 'Reveal: running, 2 of 3 done.' });
      is('completed', 3);
      expect(await read(id)).toMatchObject({
        status: 'completed',
        result: { structuredContent: { status: 'done', job: { state: 'completed', done: 3 } } },
      });
    });

    test('end as an error if it fails, and early if it was stopped', async () => {
      const id = await started();
      is('failed', 1);
      expect(await read(id)).toMatchObject({ status: 'completed', result: { isError: true } });
      is('cancelled', 1);
      expect(await read(id)).toMatchObject({ status: 'cancelled', statusMessage: 'Reveal: cancelled, 1 of 3 done.' });
    });

    test('cancel it, once', async () => {
      const id = await started();
      for (const _ of [1, 2]) expect((await about('cancel', id)).result).toMatchObject({ resultType: 'complete' });
      const cancels = gateway.core.seen.filter(({ path }) => path.endsWith('/jobs/job_1/cancel'));
      expect(new Set(cancels.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([`cancel-${id}`]));
    });

    test('do not exist for a job that has already ended', async () => {
      await started();
      is('completed', 3);
      const prepared = await prepareTool(gateway.mcpUrl, 'reveal_people', { personIds: ['prs_1'] });
      expect((await confirm(prepared)).result).toMatchObject({ structuredContent: { status: 'done' } });
    });
  });

  test('are only for clients that declare the extension', async () => {
    gateway.core.handlers.set('POST /search/people/reveal', ({ path }) =>
      path.includes('dryRun')
        ? { status: 200, body: gateway.core.plan({ path }) }
        : ok({ id: 'job_1', state: 'queued' }),
    );
    const prepared = await prepareTool(gateway.mcpUrl, 'reveal_people', { personIds: ['prs_1'] });
    const { result } = await confirm(prepared, {});
    expect(result).toMatchObject({ resultType: 'complete', structuredContent: { status: 'done' } });
    for (const method of ['get', 'update', 'cancel'] as const)
      expect((await about(method, prepared.confirmationId, {})).error).toMatchObject({
        code: -32_021,
        data: { requiredCapabilities: tasks },
      });
  });

  test('look the same whether foreign, unknown, or never confirmed', async () => {
    const own = await prepareTool(gateway.mcpUrl, 'create_contact', { email: 'ada@analytical.example' });
    const { tokens } = await connect(gateway);
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const foreign = await prepareTool(gateway.mcpUrl, 'create_contact', { email: 'a@b.example' }, headers);
    await confirmTool(gateway.mcpUrl, foreign, headers);
    const answers = await Promise.all(
      (['get', 'update', 'cancel'] as const).flatMap((method) =>
        [own.confirmationId, foreign.confirmationId, 'cnf_0'].map(async (id) => (await about(method, id)).error),
      ),
    );
    expect(answers[0]).toMatchObject({ code: -32_602, message: expect.stringContaining('no task') });
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    expect((await about('get', 'x'.repeat(300))).error).toMatchObject({ code: -32_602 });
  });
});
