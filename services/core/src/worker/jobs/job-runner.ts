import { randomUUID } from 'node:crypto';
import type { EngineDeps } from '../../engine/context/engine-deps.ts';
import type { JobHandler } from '../../engine/jobs/job-handler.ts';
import { jobHandlers } from '../../engine/jobs/job-handlers.ts';
import { endJob, JobLost, workOnJob } from '../../engine/jobs/job-turn.ts';
import { AppError } from '../../errors/errors.ts';
import { makeJobContext } from '../../execution/jobs/job-context.ts';
import { claimJob, finishJob, releaseJob } from '../../store/jobs/job-queue.ts';
import type { JobRecord } from '../../store/jobs/job-store.ts';
import { traced } from '../../tracing/traced.ts';
import { type Loop, restBesideFirst, restLonger, startLoop } from '../poll-loop.ts';

/** Consecutive claims without progress, after which a job is given up. */
const attemptsMax = 5;
const retryBaseMs = 1_000;
const concurrentJobs = 2;

export interface JobRunnerOptions {
  owner?: string;
  handlers?: Partial<Record<string, JobHandler>>;
  /** Time spent on a job before the next one gets its turn, in milliseconds. */
  turnMs?: number;
}

type Runner = Required<JobRunnerOptions> & { deps: EngineDeps };

function runnerOf(deps: EngineDeps, options: JobRunnerOptions): Runner {
  return {
    deps,
    owner: randomUUID(),
    handlers: jobHandlers,
    turnMs: 30_000,
    ...options,
  };
}

/** Loops that run jobs. Any number of workers on any number of machines can run them concurrently. */
export function startJobRunner(deps: EngineDeps, options: JobRunnerOptions = {}): Loop {
  const runner = runnerOf(deps, options);
  const loops = Array.from({ length: concurrentJobs }, (_, index) =>
    startLoop({
      name: 'jobs',
      idleMs: deps.config.worker.pollMs,
      // The first loop polls for all, because queued jobs emit no event.
      isWoken: index > 0 || deps.config.worker.isAnnounced,
      restFactorMax: index > 0 ? restBesideFirst : deps.config.worker.isAnnounced ? restLonger : 1,
      log: deps.log,
      step: (signal) => runOne(runner, signal),
    }),
  );
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

/** Claims one job and runs one turn of it. False if there was none. */
export function runJobOnce(deps: EngineDeps, options: JobRunnerOptions = {}): Promise<boolean> {
  return runOne(runnerOf(deps, options), new AbortController().signal);
}

async function runOne(runner: Runner, signal: AbortSignal): Promise<boolean> {
  const { deps, owner, handlers } = runner;
  const { leaseMs } = deps.config.worker;
  const job = await claimJob({ owner, leaseMs }, deps.now());
  if (job === null) return false;
  try {
    const attributes = { 'outbound.job_id': job.id, 'outbound.workspace_id': job.workspaceId };
    await traced(`job ${job.kind}`, { kind: 'CONSUMER', traceparent: job.traceparent, attributes }, () =>
      takeTurn(runner, job, handlers[job.kind], signal),
    );
  } catch (error) {
    if (error instanceof JobLost) deps.log.info({ jobId: job.id }, 'another worker has the job');
    else await retryOrFail(runner, job, error);
  }
  return true;
}

async function takeTurn(
  { deps, turnMs }: Runner,
  job: JobRecord,
  handler: JobHandler | undefined,
  signal: AbortSignal,
): Promise<void> {
  const ctx = await makeJobContext(job, deps);
  if (ctx === null || handler === undefined) {
    throw new AppError('invalid_state', `This worker cannot do jobs of the kind ${job.kind}.`);
  }
  await workOnJob(job, handler, ctx, { leaseMs: deps.config.worker.leaseMs, turnMs, signal });
}

async function retryOrFail({ deps }: Runner, job: JobRecord, error: unknown): Promise<void> {
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
  if (ctx !== null) return endJob(job, ctx, { state: 'failed', error: failure });
  // Its workspace was deleted. An open job would be claimed again and again.
  await finishJob(job, { state: 'failed', error: failure }, now());
}
