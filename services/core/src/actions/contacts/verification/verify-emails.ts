import { counted } from '../../../domain/text/counted.ts';
import {
  addressedContacts,
  contactSelection,
  countForJob,
  requireOneWay,
  wayOf,
} from '../../../engine/contacts/contact-selection.ts';
import { newCharge } from '../../../engine/jobs/settle-job.ts';
import { Input } from '../../../schema/schema.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { JobView } from '../../jobs/job-view.ts';
import { startJob } from '../../jobs/start-job.ts';

const idsMax = 1_000;

export const verifyEmails = defineWrite({
  name: 'verify_emails',
  title: 'Verify many email addresses',
  summary: 'Check the email addresses of many contacts as a job.',
  description:
    'Checks the email addresses of contacts given as contactIds (up to 1,000), listId, filter, or where (up ' +
    'to 100,000), as a job. Follow it with get_job, and read each result with get_job_results. The maximum ' +
    'cost is held at the start. Credits that are not needed (checked in the last 30 days, no result, ' +
    'cancelled) are returned when the job ends.',
  method: 'post',
  path: '/contacts/verify-emails',
  scope: ['contacts:write', 'credits:write'],
  effect: 'spend',
  input: Input(contactSelection(idsMax)),
  output: JobView,
  statuses: [202],
  errors: ['not_found', 'insufficient_credits'],
  price: { credits: 1, per: 'address checked' },

  async plan(selection, ctx) {
    requireOneWay(selection);
    const query = await addressedContacts(selection, ctx);
    const total = await countForJob(
      query,
      { message: 'None of these contacts has an email address.', field: wayOf(selection) },
      ctx,
    );
    const effects = [{ op: 'start' as const, type: 'job', label: `Check ${counted(total, 'address')}` }];
    const warnings = ['Unused credits are returned when the job ends.'];
    return {
      summary: `Would check ${counted(total, 'address')}.`,
      units: total,
      effects,
      skipped: [],
      warnings,
      state: total,
    };
  },

  run(input, { state: total }, ctx) {
    const charge = newCharge(total, ctx);
    return startJob(
      { kind: 'verify_emails', title: `Check ${counted(total, 'address')}`, input: { ...input, charge }, total },
      ctx,
    );
  },
});
