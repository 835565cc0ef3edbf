import { Type } from 'typebox';
import { counted } from '../../domain/text/counted.ts';
import { Id, Input, OneOf, paging } from '../../schema/schema.ts';
import { findJobRows, jobRowStates } from '../../store/jobs/job-row-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { JobRowView, requireImport, toJobRowView } from './job-rows.ts';

export const listJobRows = defineRead({
  name: 'list_job_rows',
  title: 'List the rows that an import could not read',
  summary: 'List failed rows of an import with their cells.',
  description:
    'Lists the rows of a file that import_contacts could not store, with their cells and the reason. Correct them ' +
    'with fix_job_rows; the file is not needed. An import keeps its first 10,000 failed rows for 30 days.',
  method: 'get',
  path: '/jobs/{jobId}/rows',
  scope: 'contacts:read',
  input: Input({
    jobId: Id('job', 'The import.'),
    state: Type.Optional(OneOf(jobRowStates, { default: 'failed', description: 'Still failed, or stored since.' })),
    ...paging,
  }),
  output: Type.Array(JobRowView),
  errors: ['not_found', 'invalid_state'],
  isPaged: true,

  async run(input, ctx) {
    const { jobId, state = 'failed' } = input;
    await requireImport(jobId, ctx);
    const request = ctx.pager.request(input, 'id');
    const found = await findJobRows(ctx.workspaceId, jobId, state, request);
    const page = ctx.pager.answer(input, request, found);
    return { data: found.items.map(toJobRowView), page, summary: `${counted(found.items.length, `${state} row`)}.` };
  },
});
