import mongoose from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startJob } from '../../actions/jobs/start-job.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { defineJob, type JobHandler } from '../../engine/jobs/job-handler.ts';
import { AppError } from '../../errors/errors.ts';
import { makeJobContext } from '../../execution/jobs/job-context.ts';
import { claimJob } from '../../store/jobs/job-queue.ts';
import type { JobRecord } from '../../store/jobs/job-store.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { runJobOnce, startJobRunner } from './job-runner.ts';

let core: TestCore;
let applied: number[];
let clock = new Date('2030-01-01T00:00:00Z');
beforeAll(async () => {
  core = await startTestCore({ now: () => clock, environment: { WORKER_LEASE_MS: '1000', WORKER_POLL_MS: '10' } });
});
afterAll(() => core.stop());
beforeEach(() => {
  applied = [];
});

const batchSize = 10;

/** Counts from the checkpoint to `input.items`. */
function counting(onBatch: (first: number) => Promise<void> | void = () => {}): JobHandler {
  return defineJob<number>({
    async *batches(job: JobRecord) {
      for (let first = Number(job.checkpoint?.next ?? 1); first <= Number(job.input.items); first += batchSize) {
        await onBatch(first);
        yield first;
      }
    },
    async apply(first, job) {
      const last = Math.min(first + batchSize - 1, Number(job.input.items));
      const items = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      applied.push(...items);
      const results = items.map((item) => ({
        item,
        outcome: item % 7 === 0 ? ('failed' as const) : ('created' as const),
      }));
      return { checkpoint: { next: last + 1 }, results };
    },
  });
}

async function queue(items: number, workspaceId = core.workspaceId): Promise<string> {
  const asker = {
    workspaceId,
    actor: { kind: 'system' as const, id: 's', name: 's' },
    via: 'rest' as const,
    scopes: [],
    requestId: 'r',
    input: {},
  };
  const ctx = await makeJobContext(asker as Partial<JobRecord> as JobRecord, core.deps);
  const job = { kind: 'import_contacts' as const, title: 'Count', input: { items }, total: items };
  return (await startJob(job, ctx as ActionContext)).data.id;
}

async function read(jobId: string) {
  return (await core.request('GET', `/jobs/${jobId}`)).body.data;
}
function run(handler: JobHandler, turnMs?: number) {
  return runJobOnce(core.deps, { handlers: { import_contacts: handler }, ...(turnMs !== undefined && { turnMs }) });
}

test('runs all batches, counts the outcomes, and emits an event when finished', async () => {
  const jobId = await queue(25);
  expect(await run(counting())).toBe(true);
  expect(await read(jobId)).toMatchObject({
    state: 'completed',
    done: 25,
    total: 25,
    counts: { created: 22, failed: 3, skipped: 0 },
    finishedAt: expect.any(String),
  });
  const { body } = await core.request('GET', `/events?type=job.finished&subjectId=${jobId}`);
  expect(body.data).toHaveLength(1);
  expect(await run(counting())).toBe(false);
});

test('returns the results by page, by outcome, and as a file', async () => {
  const jobId = await queue(25);
  await run(counting());
  const first = (await core.request('GET', `/jobs/${jobId}/results?limit=20`)).body;
  const second = (await core.request('GET', `/jobs/${jobId}/results?limit=20&cursor=${first.page.nextCursor}`)).body;
  expect([...first.data, ...second.data].map(({ item }) => item)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
  expect(second.page.nextCursor).toBeNull();
  const failed = await core.request('GET', `/jobs/${jobId}/results?outcome=failed`);
  expect(failed.body.data.map(({ item }: { item: number }) => item)).toEqual([7, 14, 21]);
  const csv = await core.request('GET', `/jobs/${jobId}/results?format=csv&outcome=failed`);
  expect(csv.headers.get('content-disposition')).toContain('.csv');
  expect(csv.body.trim().split('\r\n')).toHaveLength(4);
});

test('continues after the last completed batch following a crash, and repeats no item', async () => {
  const jobId = await queue(40);
  const crashing = counting((first) => {
    if (first > 20) throw new Error('crash');
  });
  await run(crashing);
  expect(await read(jobId)).toMatchObject({ state: 'queued', done: 20 });
  clock = new Date(clock.getTime() + 60_000);
  await run(counting());
  expect(await read(jobId)).toMatchObject({ state: 'completed', done: 40 });
  expect(applied).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
});

test('gives up after five attempts without progress, with doubling pauses', async () => {
  const jobId = await queue(5);
  const failing = counting(() => {
    throw new Error('always');
  });
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await run(failing);
    const stored = await mongoose.connection
      .db!.collection<{ _id: string; state: string; turnAt: Date }>('jobs')
      .findOne({ _id: jobId });
    if (stored!.state === 'queued') pauses.push(stored!.turnAt.getTime() - clock.getTime());
    clock = new Date(clock.getTime() + 60_000);
  }
  expect(await read(jobId)).toMatchObject({ state: 'failed', error: { code: 'internal' } });
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000]);
});

test("ends immediately with the handler's error code if the handler rejects the job", async () => {
  const jobId = await queue(5);
  await run(
    counting(() => {
      throw new AppError('insufficient_credits', 'Too few credits.');
    }),
  );
  expect(await read(jobId)).toMatchObject({ state: 'failed', error: { code: 'insufficient_credits' } });
});

test('immediately ends a job that this worker has no handler for', async () => {
  const jobId = await queue(5);
  expect(await runJobOnce(core.deps, { handlers: {} })).toBe(true);
  expect(await read(jobId)).toMatchObject({
    state: 'failed',
    error: { code: 'invalid_state', message: expect.stringContaining('import_contacts') },
  });
});

test('retries temporary errors, and reports the last one at the end', async () => {
  const jobId = await queue(5);
  const failing = counting(() => {
    throw new AppError('provider_failed', 'The provider is away.');
  });
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect((await read(jobId)).state).toBe('queued');
    await run(failing);
    clock = new Date(clock.getTime() + 60_000);
  }
  const error = { code: 'provider_failed', message: 'The provider is away.' };
  expect(await read(jobId)).toMatchObject({ state: 'failed', error });
});

test('a job of a deleted workspace does not end other jobs', async () => {
  const gone = await core.addWorkspace();
  const lostId = await queue(5, gone.workspaceId);
  await mongoose.connection.db!.collection<{ _id: string }>('workspaces').deleteOne({ _id: gone.workspaceId });
  const jobId = await queue(5);
  expect([await run(counting()), await run(counting())]).toEqual([true, true]);
  expect(await read(jobId)).toMatchObject({ state: 'completed' });
  const lost = await mongoose.connection.db!.collection<{ _id: string }>('jobs').findOne({ _id: lostId });
  expect(lost).toMatchObject({ state: 'failed' });
  expect(lost).not.toHaveProperty('isOpen');
});

test('a worker that lost its lease makes no more changes', async () => {
  const jobId = await queue(30);
  let hasTakenOver = false;
  const overtaken = counting(async (first) => {
    if (first <= 10 || hasTakenOver) return;
    hasTakenOver = true;
    const { JobModel } = await import('../../store/jobs/job-model.ts');
    await JobModel.updateOne({ _id: jobId }, { $set: { leaseUntil: new Date(0) } });
    await run(counting());
  });
  await run(overtaken);
  expect(await read(jobId)).toMatchObject({ state: 'completed', done: 30 });
  const { body } = await core.request('GET', `/jobs/${jobId}/results?limit=100`);
  expect(body.data).toHaveLength(30);
});

test('a worker whose clock is ahead takes no job from another', async () => {
  const jobId = await queue(30);
  let taken: unknown;
  await run(
    counting(async () => {
      taken ??= await claimJob({ owner: 'ahead', leaseMs: 1_000 }, new Date('2031-01-01T00:00:00Z'));
    }),
  );
  expect(taken).toBeNull();
  expect(await read(jobId)).toMatchObject({ state: 'completed', done: 30 });
});

test('cancels a queued job immediately, and a running one after its batch', async () => {
  const waiting = await queue(30);
  const dry = await core.request('POST', `/jobs/${waiting}/cancel?dryRun=true`);
  expect(dry.body.data.effects).toEqual([{ op: 'cancel', type: 'job', id: waiting, label: 'Count' }]);
  expect((await core.request('POST', `/jobs/${waiting}/cancel`)).body.data.state).toBe('cancelled');
  const again = await core.request('POST', `/jobs/${waiting}/cancel`);
  expect(again.body.error.code).toBe('invalid_state');
  const running = await queue(30);
  await run(
    counting(async (first) => {
      if (first > 10) await core.request('POST', `/jobs/${running}/cancel`);
    }),
  );
  expect(await read(running)).toMatchObject({ state: 'cancelled', done: 20 });
});

test('gives another job its turn', async () => {
  const long = await queue(30);
  await run(counting(), -1);
  expect(await read(long)).toMatchObject({ state: 'queued', done: 10 });
  await run(counting(), -1);
  await run(counting());
  expect(await read(long)).toMatchObject({ state: 'completed', done: 30 });
});

test('several workers share the jobs and process each item once', async () => {
  const jobIds = await Promise.all([queue(50), queue(50), queue(50)]);
  const options = { handlers: { import_contacts: counting() } };
  const runners = [startJobRunner(core.deps, options), startJobRunner(core.deps, options)];
  await expect
    .poll(async () => (await Promise.all(jobIds.map(read))).every(({ state }) => state === 'completed'), {
      timeout: 20_000,
    })
    .toBe(true);
  await Promise.all(runners.map((runner) => runner.stop()));
  for (const jobId of jobIds) expect(await read(jobId)).toMatchObject({ done: 50 });
});

test('responds as if a job of another workspace did not exist', async () => {
  const jobId = await queue(1);
  await run(counting());
  const { key } = await core.addWorkspace();
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/results'],
    ['POST', '/cancel'],
  ] as const) {
    expect((await core.request(method, `/jobs/${jobId}${path}`, { key })).status).toBe(404);
  }
  const { body } = await core.request('GET', '/jobs?state=completed', { key });
  expect(body.data).toEqual([]);
});
