import { isEmptyDelta } from '../../../domain/contacts/changes/contact-delta.ts';
import { closingStages, type Stage } from '../../../domain/contacts/contact.ts';
import { counted } from '../../../domain/text/counted.ts';
import { updateEffect } from '../../../engine/contacts/change-contact.ts';
import { changesOfDelta } from '../../../engine/contacts/changes/apply-deltas.ts';
import { BulkChangeInput, checkedChange, deltaOfChange } from '../../../engine/contacts/changes/bulk-change.ts';
import { contactSelection } from '../../../engine/contacts/contact-selection.ts';
import { countedEffects } from '../../../engine/context/plan.ts';
import { planChange, startChangeJob } from '../../../engine/jobs/contacts/start-change-job.ts';
import { Input } from '../../../schema/schema.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { JobView, toJobView } from '../../jobs/job-view.ts';

const idsMax = 1_000;

export const changeContacts = defineWrite({
  name: 'change_contacts',
  title: 'Change many contacts',
  summary: 'Set the stage, custom fields, tags, or lists of many contacts.',
  description:
    'Makes the same change to all contacts given as contactIds (up to 1,000), listId, filter, or where (up to ' +
    '100,000), as a job: stage, custom fields, tags, and lists. The plan counts the contacts, with samples in preview. ' +
    'Follow it with get_job. Its changeSetId undoes everything with undo_change for 30 days. The stages ' +
    'meeting_booked, customer, not_interested, and do_not_contact end open sequences, which an undo does not ' +
    'start again.',
  method: 'post',
  path: '/contacts/bulk-change',
  scope: 'contacts:write',
  effect: 'write',
  input: Input({ ...contactSelection(idsMax), change: BulkChangeInput }),
  output: JobView,
  statuses: [202],
  errors: ['not_found', 'invalid_state', 'limit_reached'],
  example: { where: { field: 'stage', op: 'eq', value: 'new' }, change: { addTags: ['autumn'] } },

  async plan({ change: wanted, ...selection }, ctx) {
    const change = await checkedChange(wanted, ctx);
    const { total, samples } = await planChange(selection, 'No contact matches: nothing would change.', ctx);
    const preview = samples.flatMap((contact) => {
      const delta = deltaOfChange(contact, change);
      return isEmptyDelta(delta) ? [] : [updateEffect(contact, changesOfDelta(contact, delta))];
    });
    const title = `Change ${counted(total, 'contact')}`;
    return {
      summary: `Would change up to ${counted(total, 'contact')}.`,
      effects: [
        ...countedEffects('update', 'contact', total, { ...change }),
        { op: 'start', type: 'job', label: title },
      ],
      preview,
      skipped: [],
      warnings: warningsOf(change.stage),
      state: { selection, change, total, title },
    };
  },

  async run(_input, { state: { selection, change, total, title } }, ctx) {
    const input = { ...selection, change };
    const { job, changeSetId } = await startChangeJob({ kind: 'change_contacts', title, input, total }, ctx);
    const summary = `Started: ${title}. Follow it with get_job ${job.id}; undo_change with ${changeSetId} reverts it.`;
    return { status: 202, data: toJobView(job), summary };
  },
});

function warningsOf(stage: Stage | undefined): string[] {
  if (stage === 'do_not_contact') return ['doNotContact is set for all of them. An undo keeps it.'];
  return stage !== undefined && closingStages.includes(stage)
    ? ['Open sequences of these contacts end. An undo does not start them again.']
    : [];
}
