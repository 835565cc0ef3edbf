import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { csvLine } from '../../domain/contacts/imports/csv-line.ts';
import { itemOutcomes } from '../../domain/jobs/job.ts';
import { counted } from '../../domain/text/counted.ts';
import { notFound } from '../../errors/errors.ts';
import { Id, Input, OneOf, paging } from '../../schema/schema.ts';
import { type JobResultFilter, listJobResults, streamJobResults } from '../../store/jobs/job-result-store.ts';
import { findJob } from '../../store/jobs/job-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { JobResultView, toJobResultView } from './job-view.ts';

const columns = ['item', 'outcome', 'recordId', 'reason', 'field', 'message'] as const;
type DownloadFormat = 'ndjson' | 'csv';

async function* resultLines(workspaceId: string, jobId: string, filter: JobResultFilter, format: DownloadFormat) {
  if (format === 'csv') yield csvLine(columns);
  for await (const result of streamJobResults(workspaceId, jobId, filter)) {
    const view = toJobResultView(result);
    yield format === 'csv' ? csvLine(columns.map((column) => view[column])) : `${JSON.stringify(view)}\n`;
  }
}

export const getJobResults = defineRead({
  name: 'get_job_results',
  title: 'Get the results of a job',
  summary: 'List the outcome of each item of a job.',
  description:
    'Lists the outcome of each item of a job, in the order of the items: created, updated, unchanged, skipped ' +
    '(with the reason), or failed (with code, field, and message). JSON returns pages; format ndjson or csv ' +
    'downloads everything at once (limit and cursor do not apply). outcome=failed returns only the items ' +
    'to correct.',
  method: 'get',
  path: '/jobs/{jobId}/results',
  scope: 'jobs:read',
  input: Input({
    jobId: Id('job', 'The job.'),
    outcome: Type.Optional(OneOf(itemOutcomes, { description: 'Only items with this outcome.' })),
    format: Type.Optional(
      OneOf(['json', 'ndjson', 'csv'], {
        default: 'json',
        description: 'json: one page. ndjson, csv: a file with all items.',
      }),
    ),
    ...paging,
  }),
  output: Type.Array(JobResultView),
  errors: ['not_found'],
  isPaged: true,
  downloads: { types: ['text/csv', 'application/x-ndjson'], always: false },

  async run(input, ctx) {
    const { jobId, outcome, format = 'json' } = input;
    const job = await findJob(ctx.workspaceId, jobId);
    if (job === null) throw notFound('job', jobId);
    if (format !== 'json') {
      const body = Readable.from(resultLines(ctx.workspaceId, jobId, { outcome }, format));
      const contentType = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson';
      return { data: [], summary: '', download: { contentType, fileName: `${jobId}-results.${format}`, body } };
    }
    const request = ctx.pager.request(input, 'id');
    const found = await listJobResults(ctx.workspaceId, jobId, { outcome }, request);
    const page = ctx.pager.answer(input, request, found);
    return { data: found.items.map(toJobResultView), page, summary: `${counted(found.items.length, 'result')}.` };
  },
});
