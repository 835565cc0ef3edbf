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
    kind: OneOf(jobKinds, { description: 'Type of job.' }),
    title: Type.String({ description: 'Description of the job.' }),
    state: OneOf(jobStates, { description: 'State of the job.' }),
    done: Type.Integer({ description: 'Items completed so far.' }),
    total: Nullable(Type.Integer({ description: 'Total items. Null while unknown.' })),
    counts: Type.Object(outcomeCounts, {
      description: 'Items by outcome. For each item, use GET /jobs/{jobId}/results.',
    }),
    error: Nullable(
      Type.Object(
        {
          code: Type.String({ description: 'Error code.' }),
          message: Type.String({ description: 'Description of the error.' }),
        },
        { description: 'Reason the whole job failed.' },
      ),
    ),
    isCancelRequested: Type.Boolean({ description: 'True: the job stops after its current item.' }),
    changeSetId: Nullable(Type.String({ description: 'Change set, for undo_change. Null for other jobs.' })),
    createdBy: Described(ActorView, 'Requester.'),
    createdAt: Timestamp('Time of the request.'),
    startedAt: Nullable(Timestamp('Time at which work began.')),
    finishedAt: Nullable(Timestamp('Time at which it ended, in any state.')),
    updatedAt: Timestamp('Time of the last progress.'),
  }),
);

export function toJobView(job: JobRecord): Static<typeof JobView> {
  const { changeSetId } = job.input;
  return viewOf(JobView, job, {
    createdBy: toActorView(job.actor),
    changeSetId: typeof changeSetId === 'string' ? changeSetId : null,
  });
}

export const JobResultView = Named(
  'JobResult',
  Type.Object({
    item: Type.Integer({ description: 'Position of the item in the job, from 1.' }),
    outcome: OneOf(itemOutcomes, { description: 'Outcome of the item.' }),
    recordId: Nullable(Type.String({ description: 'Record that was created or affected.' })),
    reason: Nullable(Type.String({ description: 'Reason code of the skip or failure.' })),
    field: Nullable(Type.String({ description: 'Field to correct.' })),
    message: Nullable(ForeignName(Type.String({ description: 'Description of the problem.' }))),
  }),
);

export function toJobResultView(result: JobResultRecord): Static<typeof JobResultView> {
  return viewOf(JobResultView, result, {});
}
