import { type JobKind, type JobState, noOutcomes, type OutcomeCounts } from '../../domain/jobs/job.ts';
import type { Actor, Via } from '../../domain/members/actor.ts';
import { defineModel, StoredSchema } from '../documents/define-model.ts';

/** Retention of a finished job and its results, in seconds. */
const keptSeconds = 30 * 24 * 60 * 60;

export interface JobDoc {
  _id: string;
  workspaceId: string;
  kind: JobKind;
  title: string;
  state: JobState;
  /** Input of the handler. Fixed when the job is created. */
  input: Record<string, unknown>;
  /** Progress of the handler. Written in the transaction of the effects it covers. */
  checkpoint: Record<string, unknown> | null;
  done: number;
  total: number | null;
  counts: OutcomeCounts;
  error: { code: string; message: string } | null;
  isCancelRequested: boolean;
  /** Present while work remains, and indexed by the queue. */
  isOpen?: true;
  actor: Actor;
  via: Via;
  scopes: string[];
  requestId: string;
  /** Trace context of the request. */
  traceparent?: string;
  leaseOwner: string | null;
  leaseUntil: Date;
  /** Grows with every claim. The holder of an older number cannot change anything. */
  fence: number;
  /** Consecutive claims without progress. */
  attempt: number;
  /** Queue position: the longest waiting job runs first. */
  turnAt: Date;
  createdAt: Date;
  startedAt?: Date;
  finishedAt: Date | null;
  updatedAt: Date;
  version: number;
}

const date = { type: Date, default: null };

export const JobModel = defineModel<JobDoc>(
  'Job',
  'jobs',
  new StoredSchema<JobDoc>({
    workspaceId: { type: String, required: true },
    kind: { type: String, required: true },
    title: { type: String, required: true },
    state: { type: String, required: true },
    input: { type: Object, required: true },
    checkpoint: { type: Object, default: null },
    done: { type: Number, default: 0 },
    total: { type: Number, default: null },
    counts: { type: Object, default: noOutcomes },
    error: { type: Object, default: null },
    isCancelRequested: { type: Boolean, default: false },
    isOpen: Boolean,
    actor: { type: Object, required: true },
    via: { type: String, required: true },
    scopes: { type: [String], required: true },
    requestId: { type: String, required: true },
    traceparent: String,
    leaseOwner: { type: String, default: null },
    leaseUntil: { type: Date, default: () => new Date(0) },
    fence: { type: Number, default: 0 },
    attempt: { type: Number, default: 0 },
    turnAt: { type: Date, required: true },
    createdAt: { type: Date, required: true },
    startedAt: Date,
    finishedAt: date,
    updatedAt: { type: Date, required: true },
    version: { type: Number, default: 1 },
  })
    .index({ turnAt: 1 }, { partialFilterExpression: { isOpen: true } })
    .index({ workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, kind: 1, _id: 1 })
    .index({ workspaceId: 1, state: 1, _id: 1 })
    .index({ finishedAt: 1 }, { expireAfterSeconds: keptSeconds }),
);
