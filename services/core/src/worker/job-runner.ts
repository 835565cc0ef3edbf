import { randomUUID } from 'node:crypto';
import { AppError } from '../errors.ts';
import { claimJob, releaseJob } from '../store/work/job-queue.ts';
import type { JobRecord } from '../store/work/job-store.ts';
import { makeJobContext } from './job-context.ts';
import type { JobHandler } from './job-handler.ts';
import { jobHandlers } from './job-handlers.ts';
import { endJob, JobLost, workOnJob } from './job-turn.ts';
import { type Loop, startLoop } from './poll-loop.ts';
import type { WorkerDeps } from './worker-deps.ts';

/** Claims in a row without progress, after which a job is given up. */
const attemptsMax = 5;
const retryBaseMs = 1_000;
const concurrentJobs = 2;

export interface JobRunnerOptions {
  owner?: string;
  handlers?: Partial<Record<string, JobHandler>>;
  /** How long a job is worked on before the next one has its turn. */
  turnMs?: number;
}

type Runner = Required<JobRunnerOptions> & { deps: WorkerDeps };

const runnerOf = (deps: WorkerDeps, options: JobRunnerOptions): Runner => ({
  deps,
  owner: randomUUID(),
  handlers: jobHandlers,
  turnMs: 30_000,
  ...options,
});

/** The loops that do long work. Any number of workers on any number of machines may run them at the same time. */
export const startJobRunner = (deps: WorkerDeps, options: JobRunnerOptions = {}): Loop => {
  const runner = runnerOf(deps, options);
  const loops = Array.from({ length: concurrentJobs }, () =>
    startLoop({
      name: 'jobs',
      idleMs: deps.config.worker.pollMs,
      log: deps.log,
      step: (signal) => runOne(runner, signal),
    }),
  );
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
};

/** Takes one job and works on it for one turn; false when there was none. */
export const runJobOnce = (deps: WorkerDeps, options: JobRunnerOptions = {}): Promise<boolean> =>
  runOne(runnerOf(deps, options), new AbortController().signal);

const runOne = async (runner: Runner, signal: AbortSignal): Promise<boolean> => {
  const { deps, owner, handlers } = runner;
  const { leaseMs } = deps.config.worker;
  const job = await claimJob({ owner, leaseMs }, deps.now());
  if (job === null) return false;
  try {
    await takeTurn(runner, job, handlers[job.kind], signal);
  } catch (error) {
    if (error instanceof JobLost) deps.log.info({ jobId: job.id }, 'another worker has the job');
    else await retryOrFail(runner, job, error);
  }
  return true;
};

const takeTurn = async (
  { deps, turnMs }: Runner,
  job: JobRecord,
  handler: JobHandler | undefined,
  signal: AbortSignal,
): Promise<void> => {
  const ctx = await makeJobContext(job, deps);
  if (ctx === null || handler === undefined) {
    throw new AppError('invalid_state', `This worker cannot do jobs of the kind ${job.kind}.`);
  }
  await workOnJob(job, handler, ctx, { leaseMs: deps.config.worker.leaseMs, turnMs, signal });
};

const retryOrFail = async ({ deps }: Runner, job: JobRecord, error: unknown): Promise<void> => {
  const { log, now } = deps;
  const isFinal = error instanceof AppError && !error.retryable;
  log.warn({ err: error, jobId: job.id, attempt: job.attempt, isFinal }, 'a job failed');
  if (!isFinal && job.attempt < attemptsMax) {
    const pauseMs = retryBaseMs * 2 ** (job.attempt - 1);
    return releaseJob(job, new Date(now().getTime() + pauseMs), now());
  }
  const failure =
    error instanceof AppError
      ? { code: error.code, message: error.message }
      : { code: 'internal', message: 'Something went wrong on our side.' };
  const ctx = await makeJobContext(job, deps);
  if (ctx !== null) await endJob(job, ctx, { state: 'failed', error: failure });
};
