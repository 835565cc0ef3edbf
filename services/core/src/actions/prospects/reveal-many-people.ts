import { Type } from 'typebox';
import { newCharge } from '../../engine/jobs/settle-job.ts';
import { planReveal, revealCost, unitsOf } from '../../engine/prospects/plan-reveal.ts';
import { revealOptionProperties } from '../../engine/prospects/reveal-input.ts';
import { planMarks } from '../../engine/prospects/reveal-marks.ts';
import { Input } from '../../schema/schema.ts';
import { defineWrite } from '../definition/define-action.ts';
import { JobView } from '../jobs/job-view.ts';
import { startJob } from '../jobs/start-job.ts';
import { PersonId } from './prospect-views.ts';

const idsMax = 5_000;

export const revealManyPeople = defineWrite({
  name: 'reveal_many_people',
  title: 'Reveal many people',
  summary: 'Reveal up to 5,000 people from search_people as a job.',
  description:
    'Runs reveal_people for up to 5,000 people as a job. Follow it with get_job, and read each outcome with ' +
    'get_job_results. The maximum cost is held at the start. Credits that are not needed (already owned, no ' +
    'email address, cancelled) are returned when the job ends. For up to 100 people, use reveal_people, which ' +
    'returns immediately.',
  method: 'post',
  path: '/search/people/reveal-many',
  scope: ['search:write', 'credits:write'],
  effect: 'spend',
  input: Input({
    ids: Type.Array(PersonId, { minItems: 1, maxItems: idsMax, uniqueItems: true, description: 'IDs to reveal.' }),
    ...revealOptionProperties,
  }),
  output: JobView,
  statuses: [202],
  errors: ['not_found', 'invalid_state', 'insufficient_credits'],
  price: { credits: 1, per: 'person delivered with a usable address' },

  async plan({ ids, tags, listId }, ctx) {
    const reveal = await planReveal(ids, ctx);
    const { wanted, owned, skipped } = reveal;
    const marks = await planMarks({ tags, listId }, [...owned.values()], ctx);
    const units = unitsOf(reveal);
    const create = wanted.map(({ label }) => ({ op: 'create' as const, type: 'contact', label }));
    const ownedSkips = [...owned.values()].map((id) => ({ id, label: id, reason: 'already_owned' }));
    return {
      summary: `Would reveal ${wanted.length} of ${ids.length} people in a job${revealCost(reveal, ctx)}.`,
      units,
      effects: [{ op: 'start', type: 'job', label: `Reveal ${ids.length} people` }, ...create, ...marks.effects],
      skipped: [...ownedSkips, ...skipped],
      warnings: ['Unused credits are returned when the job ends.'],
      state: units,
    };
  },

  run(input, { state: units }, ctx) {
    const title = `Reveal ${input.ids.length} people`;
    const charge = newCharge(units, ctx);
    return startJob({ kind: 'reveal_people', title, input: { ...input, charge }, total: input.ids.length }, ctx);
  },
});
