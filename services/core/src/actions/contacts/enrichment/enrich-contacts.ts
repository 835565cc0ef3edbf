import { counted } from '../../../domain/text/counted.ts';
import {
  type ContactSelection,
  contactSelection,
  countForJob,
  requireOneWay,
  selectionQuery,
  wayOf,
} from '../../../engine/contacts/contact-selection.ts';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import type { Skipped } from '../../../engine/context/plan.ts';
import { newCharge } from '../../../engine/jobs/settle-job.ts';
import { costInWords } from '../../../engine/prospects/look-up/price-range.ts';
import { creditsMax, findAsking } from '../../../engine/workspaces/providers/provider-order.ts';
import { Input } from '../../../schema/schema.ts';
import { findContacts } from '../../../store/contacts/contact-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { JobView } from '../../jobs/job-view.ts';
import { startJob } from '../../jobs/start-job.ts';

const idsMax = 1_000;

export const enrichContacts = defineWrite({
  name: 'enrich_contacts',
  title: 'Enrich many contacts',
  summary: 'Fill in missing data of many contacts as a job.',
  description:
    'Runs enrich_contact for contacts given as contactIds (up to 1,000), listId, filter, or where (up to ' +
    '100,000), as a job. Follow it with get_job, and read the added fields with get_job_results. The maximum ' +
    'cost is held at the start. Credits that are not needed (nothing new, revealed before, own data set, ' +
    'cancelled) are returned when the job ends.',
  method: 'post',
  path: '/contacts/enrich',
  scope: ['contacts:write', 'credits:write'],
  effect: 'spend',
  input: Input(contactSelection(idsMax)),
  output: JobView,
  statuses: [202],
  errors: ['not_found', 'insufficient_credits'],
  price: { credits: 1, per: 'contact completed' },

  async plan(selection, ctx) {
    requireOneWay(selection);
    const query = await selectionQuery(selection, ctx);
    const total = await countForJob(query, { message: 'There is no such contact.', field: wayOf(selection) }, ctx);
    const asking = await findAsking(ctx);
    const units = total * creditsMax(asking);
    const cost = costInWords(total, units * ctx.creditsPerUnit, asking, ctx);
    const summary = `Would look up ${counted(total, 'contact')} and fill in missing data${cost}.`;
    const effects = [{ op: 'start' as const, type: 'job', label: `Complete ${counted(total, 'contact')}` }];
    const warnings = ['Unused credits are returned when the job ends.'];
    return { summary, units, effects, skipped: await leftOut(selection, ctx), warnings, state: { total, units } };
  },

  run(input, { state: { total, units } }, ctx) {
    const charge = newCharge(units, ctx);
    const title = `Complete ${counted(total, 'contact')}`;
    return startJob({ kind: 'enrich_contacts', title, input: { ...input, charge }, total }, ctx);
  },
});

/** Requested contacts that do not exist. */
async function leftOut({ contactIds = [] }: ContactSelection, ctx: ActionContext): Promise<Skipped[]> {
  const found = new Set((await findContacts(ctx.workspaceId, contactIds)).map(({ id }) => id));
  return contactIds.filter((id) => !found.has(id)).map((id) => ({ id, label: id, reason: 'not_found' }));
}
