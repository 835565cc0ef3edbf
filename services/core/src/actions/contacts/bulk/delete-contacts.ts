import { contactSelection } from '../../../engine/contacts/contact-selection.ts';
import { contactKind } from '../../../engine/jobs/changes/contact-kind.ts';
import { planBulkDeletion } from '../../../engine/jobs/changes/plan-bulk.ts';
import { startChangeJob } from '../../../engine/jobs/changes/start-change-job.ts';
import { Input } from '../../../schema/schema.ts';
import { trashDays } from '../../../store/erasure/trash-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { JobView, toJobView } from '../../jobs/job-view.ts';

const idsMax = 1_000;

export const deleteContacts = defineWrite({
  name: 'delete_contacts',
  title: 'Delete many contacts',
  summary: `Move many contacts to the trash, for ${trashDays} days.`,
  description:
    'Moves all contacts given as contactIds (up to 1,000), listId, filter, or where (up to 100,000) to the trash, as ' +
    'a job: with notes and facts. Queued messages are canceled and enrollments end. Sent messages and replies are ' +
    `kept. Within ${trashDays} days, undo_change with the job's changeSetId restores them all, and restore_record ` +
    'restores one. An undo does not start sequences again. If people ask to be forgotten, use erase_contact.',
  method: 'post',
  path: '/contacts/bulk-delete',
  scope: 'contacts:write',
  effect: 'destroy',
  input: Input(contactSelection(idsMax)),
  output: JobView,
  statuses: [202],
  errors: ['not_found', 'invalid_state', 'limit_reached'],
  example: { where: { field: 'stage', op: 'eq', value: 'new' } },

  async plan(selection, ctx) {
    const warnings = [
      'Their queued messages are canceled and their enrollments end. An undo does not start them again.',
    ];
    return { ...(await planBulkDeletion(contactKind, selection, ctx)), warnings };
  },

  async run(_input, { state: { selection, total, title } }, ctx) {
    const job = { kind: 'delete_contacts', title, input: selection, total } as const;
    const { job: started, changeSetId } = await startChangeJob('contact', job, ctx);
    const summary = `Started: ${title}. Follow it with get_job ${started.id}; undo_change with ${changeSetId} restores them.`;
    return { status: 202, data: toJobView(started), summary };
  },
});
