import type { RevealedPerson } from '../../../domain/prospects/prospect.ts';
import { AppError } from '../../../errors/errors.ts';
import { type ContactRecord, findContacts } from '../../../store/contacts/contact-store.ts';
import type { NewJobResult } from '../../../store/jobs/job-result-store.ts';
import { selectionQuery } from '../../contacts/contact-selection.ts';
import { hintOf } from '../../contacts/enrichment/person-hint.ts';
import { type Enriched, storeEnriched } from '../../contacts/enrichment/store-enriched.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { defineJob } from '../job-handler.ts';
import { unitsUsed } from '../settle-job.ts';
import { contactBatches } from './contact-batches.ts';

/** Number of contacts looked up concurrently and stored together. */
const batchSize = 10;

interface LookedUp {
  contactId: string;
  person: RevealedPerson | null;
  problem: string | null;
}

async function lookUp(contact: ContactRecord, ctx: ActionContext): Promise<LookedUp> {
  const contactId = contact.id;
  const hint = hintOf(contact);
  try {
    const person = hint === undefined ? null : await ctx.ports.prospects.lookUp(ctx.workspaceId, hint);
    return { contactId, person, problem: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { contactId, person: null, problem: error.message };
  }
}

type Outcome = Pick<NewJobResult, 'outcome' | 'reason' | 'message'>;

function outcomeOf({ person, problem }: LookedUp, enriched: Enriched | undefined): Outcome {
  if (problem !== null) return { outcome: 'failed', reason: 'provider_failed', message: problem };
  if (enriched === undefined) return { outcome: 'skipped', reason: 'not_found' };
  if (person === null) return { outcome: 'unchanged', reason: 'nobody_knows' };
  if (enriched.added.length === 0) return { outcome: 'unchanged', reason: 'nothing_new' };
  return { outcome: 'updated', reason: null, message: `Added ${enriched.added.join(', ')}.` };
}

/**
 * Completes all selected contacts, with a checkpoint after every ten. Checks again while storing, so that existing
 * values are kept.
 */
export const enrichContactsJob = defineJob<LookedUp[]>({
  async *batches(job, ctx) {
    const query = await selectionQuery(job.input, ctx);
    for await (const contacts of contactBatches(query, batchSize, job, ctx)) {
      yield await Promise.all(contacts.map((contact) => lookUp(contact, ctx)));
    }
  },

  async apply(batch, job, ctx) {
    const ids = batch.map(({ contactId }) => contactId);
    const stored = new Map((await findContacts(ctx.workspaceId, ids)).map((contact) => [contact.id, contact]));
    const results: NewJobResult[] = [];
    let units = unitsUsed(job);
    for (const each of batch) {
      const contact = stored.get(each.contactId);
      const enriched = contact && (await storeEnriched(contact, each.person, ctx));
      if (enriched?.isCharged) units += 1;
      results.push({ item: job.done + results.length + 1, recordId: each.contactId, ...outcomeOf(each, enriched) });
    }
    return { checkpoint: { lastId: ids.at(-1)!, units }, results };
  },
});
