import { Type } from 'typebox';
import { jobKinds, jobStates } from '../../domain/jobs/job.ts';
import { counted } from '../../domain/text/counted.ts';
import { Input, OneOf, paging } from '../../schema/schema.ts';
import { listJobs as findJobPage } from '../../store/jobs/job-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { JobView, toJobView } from './job-view.ts';

export const listJobs = defineRead({
  name: 'list_jobs',
  title: 'List jobs',
  summary: 'List jobs, newest first.',
  description:
    'Lists the jobs of the workspace (imports, bulk verification, bulk scoring, bulk reveals), newest first, ' +
    'with their state and progress. Finished jobs are kept for 30 days.',
  method: 'get',
  path: '/jobs',
  scope: 'jobs:read',
  input: Input({
    kind: Type.Optional(OneOf(jobKinds, { description: 'Only jobs of this type.' })),
    state: Type.Optional(OneOf(jobStates, { description: 'Only jobs in this state.' })),
    ...paging,
  }),
  output: Type.Array(JobView),
  errors: [],
  isPaged: true,

  async run(input, ctx) {
    const request = ctx.pager.request(input, '-id');
    const { kind, state } = input;
    const found = await findJobPage(ctx.workspaceId, { kind, state }, request);
    const page = ctx.pager.answer(input, request, found);
    return { data: found.items.map(toJobView), page, summary: `${counted(found.items.length, 'job')}.` };
  },
});
