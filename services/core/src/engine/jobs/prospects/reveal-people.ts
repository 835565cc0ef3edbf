import { inputOf } from '../../../store/jobs/job-input.ts';
import type { NewJobResult } from '../../../store/jobs/job-result-store.ts';
import { type Delivered, deliverPeople } from '../../prospects/look-up/complete-people.ts';
import { newCeiling } from '../../prospects/look-up/look-up-person.ts';
import { planReveal, type RevealPlan } from '../../prospects/plan-reveal.ts';
import { type RevealOptionInput, toRevealOptions } from '../../prospects/reveal-input.ts';
import { applyMarks, type MarkPlan, planMarks } from '../../prospects/reveal-marks.ts';
import { type RevealedItem, storeRevealed } from '../../prospects/store-revealed.ts';
import { defineJob } from '../job-handler.ts';
import { billedBefore, unitsUsed } from '../settle-job.ts';

const batchSize = 50;

interface Batch {
  ids: string[];
  plan: RevealPlan;
  marks: MarkPlan;
  people: Delivered[];
}

type RevealJobInput = RevealOptionInput & { ids: string[] };

function resultOf(id: string, item: number, { plan }: Batch, delivered: Map<string, RevealedItem>): NewJobResult {
  const ownedId = plan.owned.get(id);
  if (ownedId !== undefined) return { item, outcome: 'unchanged', recordId: ownedId, reason: 'already_owned' };
  const skipped = plan.skipped.find((one) => one.id === id);
  if (skipped !== undefined) return { item, outcome: 'skipped', reason: skipped.reason };
  const found = delivered.get(id);
  if (found === undefined) return { item, outcome: 'skipped', reason: 'not_found' };
  return { item, outcome: found.outcome, recordId: found.contactId, reason: found.reason };
}

/**
 * Reveals people in batches of fifty. Completed batches are behind the checkpoint, so that no one is bought or charged
 * twice.
 */
export const revealPeopleJob = defineJob<Batch>({
  async *batches(job, ctx) {
    const { ids, ...marks } = inputOf<RevealJobInput>(job);
    const ceiling = newCeiling(ctx, billedBefore(job));
    for (let start = job.done; start < ids.length; start += batchSize) {
      const part = ids.slice(start, start + batchSize);
      const plan = await planReveal(part, ctx);
      const wanted = plan.wanted.map(({ id }) => id);
      yield {
        ids: part,
        plan,
        marks: await planMarks(marks, [...plan.owned.values()], ctx),
        people: await deliverPeople(wanted, ctx, ceiling),
      };
    }
  },

  async apply(batch, job, ctx) {
    const options = toRevealOptions(inputOf<RevealJobInput>(job));
    const items = await storeRevealed(batch.people, options, ctx);
    const created = items.filter(({ outcome }) => outcome === 'created');
    await applyMarks(options, batch.marks, created.length, ctx);
    const units = created.reduce((sum, item) => sum + item.units, 0);
    const contactIds = created.map(({ contactId }) => contactId!);
    if (contactIds.length > 0)
      await ctx.emit('search.revealed', job.id, {
        contactIds,
        credits: units * ctx.creditsPerUnit,
      });
    const delivered = new Map(items.map((item) => [item.personId, item]));
    return {
      checkpoint: {
        units: unitsUsed(job) + units,
        billed: batch.people.reduce((sum, { billed }) => sum + billed, billedBefore(job)),
      },
      results: batch.ids.map((id, index) => resultOf(id, job.done + index + 1, batch, delivered)),
    };
  },
});
