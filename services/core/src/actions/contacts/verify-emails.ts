import { Type } from 'typebox';
import { AppError } from '../../errors.ts';
import { countContacts } from '../../store/crm/contact-bulk-store.ts';
import type { ActionContext } from '../action-context.ts';
import { defineWrite } from '../define-action.ts';
import { JobView } from '../jobs/job-view.ts';
import { startJob } from '../jobs/start-job.ts';
import { Id, Input } from '../schema.ts';
import { type ContactFilter, contactFilterProperties } from './contact-filter.ts';
import { resolveContactFilter } from './resolve-contact-filter.ts';

const idsMax = 1_000;
const contactsMax = 100_000;

interface Selection {
  contactIds?: string[];
  listId?: string;
  filter?: ContactFilter;
}

/** The store's query for the contacts meant that have an address. */
export const addressedContacts = async ({ contactIds, listId, filter }: Selection, ctx: ActionContext) => {
  const query =
    contactIds === undefined ? await resolveContactFilter(filter ?? { listId }, ctx) : { _id: { $in: contactIds } };
  return { $and: [query, { email: { $exists: true } }] };
};

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
  input: Input({
    contactIds: Type.Optional(
      Type.Array(Id('con', 'A contact.'), { minItems: 1, maxItems: idsMax, uniqueItems: true, description: 'These.' }),
    ),
    listId: Type.Optional(Id('lst', 'All members of this list.')),
    filter: Type.Optional(
      Type.Object(contactFilterProperties, {
        additionalProperties: false,
        minProperties: 1,
        description: 'All that match, with the filters of list_contacts.',
      }),
    ),
  }),
  output: JobView,
  errors: ['not_found', 'insufficient_credits'],
  price: { credits: 1, per: 'address checked' },

  async plan({ contactIds, listId, filter }, ctx) {
    if ([contactIds, listId, filter].filter((way) => way !== undefined).length !== 1) {
      throw new AppError('validation_failed', 'Give exactly one of contactIds, listId and filter.', {
        field: 'contactIds',
      });
    }
    const query = await addressedContacts({ contactIds, listId, filter }, ctx);
    const total = await countContacts(ctx.workspaceId, query, contactsMax + 1);
    if (total === 0) throw new AppError('validation_failed', 'None of these contacts has an e-mail address.');
    if (total > contactsMax) {
      throw new AppError('validation_failed', `More than ${contactsMax} contacts match: narrow the filter.`);
    }
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
