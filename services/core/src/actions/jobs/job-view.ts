import { type Static, Type } from 'typebox';
import { itemOutcomes, jobKinds, jobStates } from '../../domain/jobs/job.ts';
import { ForeignName } from '../../schema/foreign.ts';
import { outcomeCounts } from '../../schema/record-parts.ts';
import { Described, Named, Nullable, OneOf, Timestamp } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';
import type { JobResultRecord } from '../../store/jobs/job-result-store.ts';
import type { JobRecord } from '../../store/jobs/job-store.ts';
import { ActorView, toActorView } from '../members/actor-view.ts';

/** Job as returned by the API. */
export const JobView = Named(
  'Job',
  Type.Object({
    id: Type.String({ description: 'job_….' }),
    kind: OneOf(jobKinds, { description: 'What kind of work it is.' }),
    title: Type.String({ description: 'What it does, in words.' }),
    state: OneOf(jobStates, { description: 'Where it stands.' }),
    done: Type.Integer({ description: 'Items handled so far.' }),
    total: Nullable(Type.Integer({ description: 'Items in all; null while not known.' })),
    counts: Type.Object(outcomeCounts, {
      description: 'What became of the items; each one by GET /jobs/{jobId}/results.',
    }),
    error: Nullable(
      Type.Object(
        { code: Type.String({ description: 'Error code.' }), message: Type.String({ description: 'Why, in words.' }) },
        { description: 'Why the job as a whole failed.' },
      ),
    ),
    isCancelRequested: Type.Boolean({ description: 'True: it stops after the item it is at.' }),
    createdBy: Described(ActorView, 'Who asked for it.'),
    createdAt: Timestamp('When it was asked for.'),
    startedAt: Nullable(Timestamp('When work began.')),
    finishedAt: Nullable(Timestamp('When it ended, in whatever way.')),
    updatedAt: Timestamp('Last sign of progress.'),
  }),
);

export function toJobView(job: JobRecord): Static<typeof JobView> {
  return viewOf(JobView, job, { createdBy: toActorView(job.actor) });
}

export const JobResultView = Named(
  'JobResult',
  Type.Object({
    item: Type.Integer({ description: 'Place of the item in the job, from 1.' }),
    outcome: OneOf(itemOutcomes, { description: 'What became of the item.' }),
    recordId: Nullable(Type.String({ description: 'The record that it became or was about.' })),
    reason: Nullable(Type.String({ description: 'Code: why it was skipped or failed.' })),
    field: Nullable(Type.String({ description: 'The field to mend.' })),
    message: Nullable(ForeignName(Type.String({ description: 'Why, in words.' }))),
  }),
);

export function toJobResultView(result: JobResultRecord): Static<typeof JobResultView> {
  return viewOf(JobResultView, result, {});
}
