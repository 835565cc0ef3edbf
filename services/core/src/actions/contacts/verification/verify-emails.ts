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
  title: 'Verify many addresses',
  summary: 'Check the e-mail addresses of many contacts, as a job.',
  description:
    'Checks the e-mail addresses of contacts given as contactIds (up to 1,000), listId or filter (up to 100,000), as a job: follow it with get_job, read each finding with get_job_results. The most it can cost is taken at the start, and what was not needed (checked in the last 30 days, nothing found out, cancelled) is given back when the job ends.',
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
      { message: 'None of these contacts has an e-mail address.', field: wayOf(selection) },
      ctx,
    );
    const effects = [{ op: 'start' as const, type: 'job', label: `Check ${counted(total, 'address')}` }];
    const warnings = ['What is not needed of the cost is given back when the job ends.'];
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
