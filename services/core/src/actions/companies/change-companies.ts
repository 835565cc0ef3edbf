import { companySelection } from '../../engine/companies/company-selection.ts';
import { CompanyChangeInput } from '../../engine/jobs/changes/bulk-change.ts';
import { companyKind } from '../../engine/jobs/changes/company-kind.ts';
import { planBulkChange } from '../../engine/jobs/changes/plan-bulk.ts';
import { startChangeJob } from '../../engine/jobs/changes/start-change-job.ts';
import { Input } from '../../schema/schema.ts';
import { defineWrite } from '../definition/define-action.ts';
import { JobView, toJobView } from '../jobs/job-view.ts';

const idsMax = 1_000;

export const changeCompanies = defineWrite({
  name: 'change_companies',
  title: 'Change many companies',
  summary: 'Set custom fields, tags, lists, or the owner of many companies.',
  description:
    'Makes the same change to all companies given as companyIds (up to 1,000), listId, or where (up to 100,000), as a ' +
    'job: custom fields, tags, lists, and owner (assignTo). The plan counts the companies, with samples in preview. ' +
    'Follow it with get_job. Its changeSetId undoes everything with undo_change for 30 days.',
  method: 'post',
  path: '/companies/bulk-change',
  scope: 'companies:write',
  effect: 'write',
  input: Input({ ...companySelection(idsMax), change: CompanyChangeInput }),
  output: JobView,
  statuses: [202],
  errors: ['not_found', 'invalid_state', 'limit_reached'],
  example: { where: { field: 'createdAt', op: 'gte', value: '2026-01-01' }, change: { addTags: ['autumn'] } },

  plan({ change, ...selection }, ctx) {
    return planBulkChange(companyKind, selection, change, ctx);
  },

  async run(_input, { state: { selection, change, total, title } }, ctx) {
    const job = { kind: 'change_companies', title, input: { ...selection, change }, total } as const;
    const { job: started, changeSetId } = await startChangeJob('company', job, ctx);
    const summary = `Started: ${title}. Follow it with get_job ${started.id}; undo_change with ${changeSetId} reverts it.`;
    return { status: 202, data: toJobView(started), summary };
  },
});
