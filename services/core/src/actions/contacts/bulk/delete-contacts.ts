import { contactLabel } from '../../../domain/contacts/contact.ts';
import { counted } from '../../../domain/text/counted.ts';
import { contactSelection } from '../../../engine/contacts/contact-selection.ts';
import { countedEffects, type PlannedEffect } from '../../../engine/context/plan.ts';
import { planChange, startChangeJob } from '../../../engine/jobs/contacts/start-change-job.ts';
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
    const { total, samples } = await planChange(selection, 'No contact matches: nothing would be deleted.', ctx);
    const title = `Delete ${counted(total, 'contact')}`;
    const preview: PlannedEffect[] = samples.map((contact) => {
      return { op: 'delete', type: 'contact', id: contact.id, label: contactLabel(contact) };
    });
    return {
      summary: `Would move ${counted(total, 'contact')} to the trash.`,
      effects: [...countedEffects('delete', 'contact', total), { op: 'start', type: 'job', label: title }],
      preview,
      skipped: [],
      warnings: ['Their queued messages are canceled and their enrollments end. An undo does not start them again.'],
      state: { selection, total, title },
    };
  },

  async run(_input, { state: { selection, total, title } }, ctx) {
    const { job, changeSetId } = await startChangeJob({ kind: 'delete_contacts', title, input: selection, total }, ctx);
    const summary = `Started: ${title}. Follow it with get_job ${job.id}; undo_change with ${changeSetId} restores them.`;
    return { status: 202, data: toJobView(job), summary };
  },
});
