import { Type } from 'typebox';
import { counted } from '../../domain/text/counted.ts';
import { ContactView } from '../../engine/contacts/contact-view.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { deliverPeople } from '../../engine/prospects/look-up/complete-people.ts';
import { planReveal, revealCost, unitsOf } from '../../engine/prospects/plan-reveal.ts';
import { revealOptionProperties, toRevealOptions } from '../../engine/prospects/reveal-input.ts';
import { applyMarks, planMarks } from '../../engine/prospects/reveal-marks.ts';
import { ownedItem, type RevealedItem, skippedItem, storeRevealed } from '../../engine/prospects/store-revealed.ts';
import { Described, Input, Nullable, OneOf } from '../../schema/schema.ts';
import { findContacts } from '../../store/contacts/contact-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { PersonId } from './prospect-views.ts';

const idsMax = 100;

const ItemView = Type.Object({
  personId: Type.String({ description: 'Person found by search_people.' }),
  outcome: OneOf(['created', 'unchanged', 'skipped'] as const, { description: 'unchanged: already owned, free.' }),
  reason: Nullable(Type.String({ description: 'already_owned, no_email, suppressed or not_found.' })),
  contactId: Nullable(Type.String({ description: 'Contact of the person, new or existing.' })),
  credits: Type.Integer({ description: 'Credits charged for this person.' }),
  contact: Nullable(Described(ContactView, 'The contact. Null if skipped.')),
});

const input = Input({
  ids: Type.Array(PersonId, { minItems: 1, maxItems: idsMax, uniqueItems: true, description: 'IDs to reveal.' }),
  ...revealOptionProperties,
});

const output = Type.Object({
  items: Type.Array(ItemView, { description: 'One item per requested person.' }),
  createdCount: Type.Integer({ description: 'People delivered and charged.' }),
  ownedCount: Type.Integer({ description: 'People already owned by the workspace: free.' }),
  skippedCount: Type.Integer({ description: 'People not delivered: free.' }),
});

export const revealPeople = defineWrite({
  name: 'reveal_people',
  title: 'Reveal people',
  summary: 'Reveal people from search_people and store them as contacts.',
  description:
    'Reveals up to 100 people from search_people, with full name and email address, and stores them as ' +
    'contacts (source search, linked to their company). People the ' +
    'workspace already has and addresses that could not be confirmed are free. Where the source has no address, ' +
    'your other providers are asked for one. Skipped with a reason: no address found (no_email), suppressed, or unknown ID. declaredBasis is recorded as the legal basis ' +
    '(default: legitimate_interest). Returns one item per person.',
  method: 'post',
  path: '/search/people/reveal',
  scope: ['search:write', 'credits:write'],
  effect: 'spend',
  input,
  output,
  errors: ['not_found', 'invalid_state', 'insufficient_credits', 'budget_exhausted', 'provider_failed'],
  isEverydayTool: true,
  price: { credits: 1, per: 'person delivered with a usable address' },
  example: { ids: ['prs_dir_00001-1', 'prs_dir_00002-1'], declaredBasis: 'legitimate_interest' },

  async plan({ ids, tags, listId }, ctx) {
    const reveal = await planReveal(ids, ctx);
    const marks = await planMarks({ tags, listId }, [...reveal.owned.values()], ctx);
    const state = { ...reveal, marks };
    const units = unitsOf(reveal);
    const effects = state.wanted.map(({ label }) => ({ op: 'create' as const, type: 'contact', label }));
    const owned = [...state.owned].map(([, id]) => ({ id, label: id, reason: 'already_owned' }));
    const summary = `Would reveal ${effects.length} of ${ids.length} people${revealCost(reveal, ctx)}.`;
    return {
      summary,
      units,
      effects: [...effects, ...marks.effects],
      skipped: [...owned, ...state.skipped],
      warnings: [],
      state,
    };
  },

  // Providers can be asked for an address that another source lacks, which the plan alone tells.
  callsOutside: ({ ids }, { ports }) => ids.some((id) => !ports.prospects.isInvented(id)),

  perform: (_input, { state }, ctx) =>
    deliverPeople(
      state.wanted.map(({ id }) => id),
      ctx,
    ),

  async run({ ids, ...input }, { state }, ctx, people) {
    const { tags, listId } = input;
    const delivered = await storeRevealed(people, toRevealOptions(input), ctx);
    const createdCount = delivered.filter(({ outcome }) => outcome === 'created').length;
    await applyMarks({ tags, listId }, state.marks, createdCount, ctx);
    const found = new Map(delivered.map((item) => [item.personId, item]));
    const contacts = new Map(
      (await findContacts(ctx.workspaceId, [...state.owned.values()])).map((contact) => [contact.id, contact]),
    );
    const reasons = new Map(state.skipped.map(({ id, reason }) => [id, reason]));
    const items = ids.map((id) => {
      const owned = contacts.get(state.owned.get(id) ?? '');
      if (owned !== undefined) return ownedItem(id, owned);
      return found.get(id) ?? skippedItem(id, reasons.get(id) ?? 'not_found');
    });
    return answer(items, ctx);
  },
});

async function answer(items: RevealedItem[], ctx: ActionContext) {
  const count = (outcome: RevealedItem['outcome']) => items.filter((item) => item.outcome === outcome).length;
  const created = items.filter(({ outcome }) => outcome === 'created');
  const units = created.reduce((sum, item) => sum + item.units, 0);
  const credits = units * ctx.creditsPerUnit;
  const contactIds = created.map(({ contactId }) => contactId!);
  if (created.length > 0) await ctx.emit('search.revealed', ctx.operationId, { contactIds, credits });
  const shown = items.map(({ units: own, ...item }) => ({ ...item, credits: own * ctx.creditsPerUnit }));
  return {
    data: {
      items: shown,
      createdCount: created.length,
      ownedCount: count('unchanged'),
      skippedCount: count('skipped'),
    },
    summary: `Revealed ${created.length} people for ${counted(credits, 'credit')}.`,
    units,
    subjectIds: contactIds,
  };
}
