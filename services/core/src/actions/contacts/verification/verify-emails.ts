import type { ActionContext } from '../../action-context.ts';
import { defineWrite } from '../../define-action.ts';
import { JobView } from '../../jobs/job-view.ts';
import { startJob } from '../../jobs/start-job.ts';
import { Input } from '../../schema.ts';
import {
  type ContactSelection,
  contactSelection,
  countForJob,
  requireOneWay,
  selectionQuery,
} from '../contact-selection.ts';

const idsMax = 1_000;

/** The store's query for the contacts meant that have an address. */
export const addressedContacts = async (selection: ContactSelection, ctx: ActionContext) => ({
  $and: [await selectionQuery(selection, ctx), { email: { $exists: true } }],
});

export const verifyEmails = defineWrite({
  name: 'verify_emails',
  title: 'Verify many addresses',
  summary: 'Check the e-mail addresses of many contacts, as a job.',
  description:
    'Checks the e-mail addresses of contacts given as contactIds (up to 1,000), listId or filter (up to 100,000), as a job: follow it with get_job, read each finding with get_job_results. One credit per address checked; the most it can cost is taken at the start, and what was not needed (checked in the last 30 days, nothing found out, cancelled) is given back when the job ends.',
  method: 'post',
  path: '/contacts/verify-emails',
  scope: 'contacts:write',
  effect: 'spend',
  input: Input(contactSelection(idsMax)),
  output: JobView,
  statuses: [202],
  errors: ['not_found', 'insufficient_credits'],
  price: { credits: 1, per: 'address checked' },

  async plan(selection, ctx) {
    requireOneWay(selection);
    const query = await addressedContacts(selection, ctx);
    const total = await countForJob(query, 'None of these contacts has an e-mail address.', ctx);
    const effects = [{ op: 'start' as const, type: 'job', label: `Check ${total} addresses` }];
    const warnings = ['What is not needed of the cost is given back when the job ends.'];
    return { summary: `Would check ${total} addresses.`, cost: total, effects, skipped: [], warnings, state: total };
  },

  run(input, { state: total }, ctx) {
    const charge = { operationId: ctx.operationId, credits: total };
    return startJob(
      { kind: 'verify_emails', title: `Check ${total} addresses`, input: { ...input, charge }, total },
      ctx,
    );
  },
});
