import type { PersonTraits } from '../../../domain/workspaces/providers/hit-rates.ts';
import { AppError } from '../../../errors/errors.ts';
import { type ContactRecord, findContacts } from '../../../store/contacts/contact-store.ts';
import type { NewJobResult } from '../../../store/jobs/job-result-store.ts';
import { selectionQuery } from '../../contacts/contact-selection.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { hintOf } from '../../prospects/enrichment/person-hint.ts';
import { type Enriched, storeEnriched } from '../../prospects/enrichment/store-enriched.ts';
import { traitsOfContacts } from '../../prospects/look-up/contact-traits.ts';
import { type Ceiling, type LookedUp, lookUpPerson, newCeiling } from '../../prospects/look-up/look-up-person.ts';
import { findAsking } from '../../workspaces/providers/provider-order.ts';
import { defineJob } from '../job-handler.ts';
import { billedBefore, unitsUsed } from '../settle-job.ts';
import { contactBatches } from './contact-batches.ts';

/** Number of contacts looked up concurrently and stored together. */
const batchSize = 10;

interface Found extends Pick<LookedUp, 'person' | 'origins' | 'billed'> {
  contactId: string;
  problem: string | null;
}

const nobody = { person: null, origins: {}, billed: 0 };

async function lookUp(
  contact: ContactRecord,
  traits: PersonTraits,
  ceiling: Ceiling,
  ctx: ActionContext,
): Promise<Found> {
  const contactId = contact.id;
  const hint = hintOf(contact);
  try {
    const found = hint === undefined ? nobody : await lookUpPerson(hint, traits, ceiling, ctx);
    return { ...found, contactId, problem: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...nobody, contactId, problem: error.message };
  }
}

type Outcome = Pick<NewJobResult, 'outcome' | 'reason' | 'message'>;

function outcomeOf({ person, problem }: Found, enriched: Enriched | undefined): Outcome {
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
export const enrichContactsJob = defineJob<Found[]>({
  async *batches(job, ctx) {
    const query = await selectionQuery(job.input, ctx);
    const ceiling = newCeiling(ctx, billedBefore(job));
    for await (const contacts of contactBatches(query, batchSize, job, ctx)) {
      const traits = await traitsOfContacts(ctx.workspaceId, contacts);
      yield await Promise.all(contacts.map((contact) => lookUp(contact, traits.get(contact.id) ?? {}, ceiling, ctx)));
    }
  },

  async apply(batch, job, ctx) {
    const ids = batch.map(({ contactId }) => contactId);
    const stored = new Map((await findContacts(ctx.workspaceId, ids)).map((contact) => [contact.id, contact]));
    const asking = await findAsking(ctx);
    const results: NewJobResult[] = [];
    let units = unitsUsed(job);
    for (const each of batch) {
      const contact = stored.get(each.contactId);
      const enriched = contact && (await storeEnriched(contact, each, asking, ctx));
      units += enriched?.units ?? 0;
      results.push({ item: job.done + results.length + 1, recordId: each.contactId, ...outcomeOf(each, enriched) });
    }
    const billed = batch.reduce((sum, each) => sum + each.billed, billedBefore(job));
    return { checkpoint: { lastId: ids.at(-1)!, units, billed }, results };
  },
});
