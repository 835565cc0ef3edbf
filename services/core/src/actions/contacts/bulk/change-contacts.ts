import { closingStages } from '../../../domain/contacts/contact.ts';
import { contactSelection } from '../../../engine/contacts/contact-selection.ts';
import { type BulkChange, ContactChangeInput } from '../../../engine/jobs/changes/bulk-change.ts';
import { contactKind } from '../../../engine/jobs/changes/contact-kind.ts';
import { planBulkChange } from '../../../engine/jobs/changes/plan-bulk.ts';
import { startChangeJob } from '../../../engine/jobs/changes/start-change-job.ts';
import { Input } from '../../../schema/schema.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { JobView, toJobView } from '../../jobs/job-view.ts';

const idsMax = 1_000;

export const changeContacts = defineWrite({
  name: 'change_contacts',
  title: 'Change many contacts',
  summary: 'Set the stage, fields, tags, lists, or owner of many contacts, or suppress them.',
  description:
    'Makes the same change to all contacts given as contactIds (up to 1,000), listId, filter, or where (up to ' +
    '100,000), as a job. It can set stage, custom fields, tags, lists, and owner (assignTo), and suppress their ' +
    'addresses (needs suppression:write). The plan counts the contacts, with samples in preview. Follow it with ' +
    'get_job. Its changeSetId undoes everything with undo_change for 30 days, except suppressions and doNotContact. ' +
    'The stages meeting_booked, customer, not_interested, and do_not_contact end open sequences, which an undo does ' +
    'not start again.',
  method: 'post',
  path: '/contacts/bulk-change',
  scope: 'contacts:write',
  effect: 'write',
  input: Input({ ...contactSelection(idsMax), change: ContactChangeInput }),
  output: JobView,
  statuses: [202],
  errors: ['not_found', 'invalid_state', 'limit_reached', 'missing_scope'],
  example: { where: { field: 'stage', op: 'eq', value: 'new' }, change: { addTags: ['autumn'] } },

  async plan({ change, ...selection }, ctx) {
    const plan = await planBulkChange(contactKind, selection, change, ctx);
    return { ...plan, warnings: warningsOf(plan.state.change) };
  },

  async run(_input, { state: { selection, change, total, title } }, ctx) {
    const job = { kind: 'change_contacts', title, input: { ...selection, change }, total } as const;
    const { job: started, changeSetId } = await startChangeJob('contact', job, ctx);
    const summary = `Started: ${title}. Follow it with get_job ${started.id}; undo_change with ${changeSetId} reverts it.`;
    return { status: 202, data: toJobView(started), summary };
  },
});

function warningsOf({ stage, suppress }: BulkChange): string[] {
  if (suppress) return ['Their addresses are suppressed, and doNotContact is set. An undo keeps both.'];
  if (stage === 'do_not_contact') return ['doNotContact is set for all of them. An undo keeps it.'];
  return stage !== undefined && closingStages.includes(stage)
    ? ['Open sequences of these contacts end. An undo does not start them again.']
    : [];
}
