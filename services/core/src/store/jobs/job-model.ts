import { type JobKind, type JobState, noOutcomes, type OutcomeCounts } from '../../domain/jobs/job.ts';
import type { Actor, Via } from '../../domain/members/actor.ts';
import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import {
  boolean,
  date,
  nullable,
  number,
  object,
  optional,
  string,
  stringOf,
  strings,
  withDefault,
} from '../documents/paths.ts';

/** Retention of a finished job and its results, in seconds. */
const keptSeconds = 30 * 24 * 60 * 60;

export type JobDoc = DocOf<typeof JobModel>;

export const JobModel = defineModel(
  'Job',
  'jobs',
  stored({
    workspaceId: string,
    kind: stringOf<JobKind>(),
    title: string,
    state: stringOf<JobState>(),
    /** Input of the handler. Fixed when the job is created. */
    input: object<Record<string, unknown>>(),
    /** Progress of the handler. Written in the transaction of the effects it covers. */
    checkpoint: nullable(object<Record<string, unknown>>()),
    done: withDefault(number, 0),
    total: nullable(number),
    counts: withDefault(object<OutcomeCounts>(), noOutcomes),
    error: nullable(object<{ code: string; message: string }>()),
    isCancelRequested: withDefault(boolean, false),
    /** Present while work remains, and indexed by the queue. */
    isOpen: optional(boolean),
    actor: object<Actor>(),
    via: stringOf<Via>(),
    scopes: strings,
    requestId: string,
    /** Trace context of the request. */
    traceparent: optional(string),
    leaseOwner: nullable(string),
    leaseUntil: withDefault(date, () => new Date(0)),
    /** Grows with every claim. The holder of an older number cannot change anything. */
    fence: withDefault(number, 0),
    /** Consecutive claims without progress. */
    attempt: withDefault(number, 0),
    /** Queue position: the longest waiting job runs first. */
    turnAt: date,
    createdAt: date,
    startedAt: optional(date),
    finishedAt: nullable(date),
    updatedAt: date,
    version: withDefault(number, 1),
  })
    .index({ turnAt: 1 }, { partialFilterExpression: { isOpen: true } })
    .index({ workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, kind: 1, _id: 1 })
    .index({ workspaceId: 1, state: 1, _id: 1 })
    .index({ finishedAt: 1 }, { expireAfterSeconds: keptSeconds }),
);
