import { Type } from 'typebox';
import { describeCounts } from '../../domain/jobs/job.ts';
import { counted } from '../../domain/text/counted.ts';
import { planFix } from '../../engine/contacts/imports/fix-rows.ts';
import { AppError } from '../../errors/errors.ts';
import { Id, Input, Text } from '../../schema/schema.ts';
import { countOpenJobs } from '../../store/jobs/job-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { requireImport } from './job-rows.ts';
import { JobView } from './job-view.ts';
import { startJob } from './start-job.ts';

const samplesMax = 10;

export const fixJobRows = defineWrite({
  name: 'fix_job_rows',
  title: 'Correct failed rows of an import',
  summary: 'Correct failed rows by a rule, and import them.',
  description:
    'Corrects the failed rows of an import by a rule, and imports them with the options of that import, as a job. The ' +
    'rule replaces every "from" in the column by "to"; an empty "from" fills empty cells. The plan counts the rows ' +
    'that the rule changes, and which of them can then be stored. Rows that still fail keep the correction, for ' +
    'another rule. See the rows with list_job_rows.',
  method: 'post',
  path: '/jobs/{jobId}/rows/fix',
  scope: 'contacts:write',
  effect: 'write',
  input: Input({
    jobId: Id('job', 'The import.'),
    rule: Type.Object(
      {
        column: Text(200, 'Column of the file, as in list_job_rows.'),
        from: Type.String({ maxLength: 500, description: 'Text to replace. Empty: fills empty cells.' }),
        to: Type.String({ maxLength: 500, description: 'Text that takes its place.' }),
      },
      { additionalProperties: false, description: 'The correction.' },
    ),
  }),
  output: JobView,
  statuses: [202],
  errors: ['not_found', 'invalid_state', 'limit_reached'],
  example: { jobId: 'job_…', rule: { column: 'Email', from: '(at)', to: '@' } },

  async plan({ jobId, rule }, ctx) {
    const job = await requireImport(jobId, ctx);
    if (job.finishedAt === null)
      throw new AppError('invalid_state', 'The import is still running. Wait until it has ended (get_job).');
    if ((await countOpenJobs(ctx.workspaceId, ['fix_job_rows'])) > 0)
      throw new AppError('limit_reached', 'Other rows are being corrected. Wait for that job to finish (list_jobs).');
    const { failed, changed, planned, counts, columns } = await planFix(job, rule, ctx);
    if (changed === 0) {
      const problem =
        failed === 0 ? 'No failed row is left.' : `The rule changes none of ${counted(failed, 'failed row')}.`;
      throw new AppError('validation_failed', problem, { field: 'rule', allowedValues: columns });
    }
    const title = `Correct ${counted(changed, 'row')} in ${rule.column}`;
    const left = planned.filter(({ outcome }) => outcome === 'failed');
    return {
      summary: `Would correct ${changed} of ${counted(failed, 'failed row')}: ${describeCounts(counts)}.`,
      effects: [{ op: 'start', type: 'job', label: title, changes: { rows: changed, ...counts } }],
      skipped: left.slice(0, samplesMax).map(({ item, problem }) => ({
        label: `Row ${item}`,
        reason: problem?.code ?? 'failed',
      })),
      preview: planned.slice(0, samplesMax).map(({ item, outcome, facts, problem }) => ({
        row: item,
        outcome,
        ...(problem ? { problem: problem.message } : { facts }),
      })),
      warnings: [],
      state: { title, changed },
    };
  },

  run({ jobId, rule }, { state: { title, changed } }, ctx) {
    return startJob({ kind: 'fix_job_rows', title, input: { jobId, rule }, total: changed }, ctx);
  },
});
