import { companySelection } from '../../engine/companies/company-selection.ts';
import { companyKind } from '../../engine/jobs/changes/company-kind.ts';
import { planBulkDeletion } from '../../engine/jobs/changes/plan-bulk.ts';
import { startChangeJob } from '../../engine/jobs/changes/start-change-job.ts';
import { Input } from '../../schema/schema.ts';
import { linkedMax } from '../../store/companies/company-links-store.ts';
import { trashDays } from '../../store/erasure/trash-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { JobView, toJobView } from '../jobs/job-view.ts';

const idsMax = 1_000;

export const deleteCompanies = defineWrite({
  name: 'delete_companies',
  title: 'Delete many companies',
  summary: `Move many companies to the trash, for ${trashDays} days, but not their contacts.`,
  description:
    'Moves all companies given as companyIds (up to 1,000), listId, or where (up to 100,000) to the trash, as a job: ' +
    'with their facts. Contacts are kept with their company name and domain, but are no longer linked. Companies ' +
    `with more than ${linkedMax} contacts are skipped (too_many_contacts). Within ${trashDays} days, undo_change with ` +
    "the job's changeSetId restores them all with their links, and restore_record restores one.",
  method: 'post',
  path: '/companies/bulk-delete',
  scope: 'companies:write',
  effect: 'destroy',
  input: Input(companySelection(idsMax)),
  output: JobView,
  statuses: [202],
  errors: ['not_found', 'invalid_state', 'limit_reached'],
  example: { where: { field: 'createdAt', op: 'gte', value: '2026-01-01' } },

  async plan(selection, ctx) {
    const warnings = ['Their contacts are kept, but are no longer linked to them.'];
    return { ...(await planBulkDeletion(companyKind, selection, ctx)), warnings };
  },

  async run(_input, { state: { selection, total, title } }, ctx) {
    const job = { kind: 'delete_companies', title, input: selection, total } as const;
    const { job: started, changeSetId } = await startChangeJob('company', job, ctx);
    const summary = `Started: ${title}. Follow it with get_job ${started.id}; undo_change with ${changeSetId} restores them.`;
    return { status: 202, data: toJobView(started), summary };
  },
});
