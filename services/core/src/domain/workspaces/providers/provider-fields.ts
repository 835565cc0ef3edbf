import { Type } from 'typebox';
import { OneOf, Timestamp } from '../../../schema/schema.ts';
import { field } from '../../fields/fields.ts';
import { providerKinds } from './provider-kinds.ts';

export const budgetMax = 1_000_000_000;
export const resultPriceMax = 100;

const own = { isAlways: true } as const;

export const HitRate = Type.Object({
  of: Type.String({
    description: 'all, or a property of the people: country:DE, seniority:leader, department:sales, size:51-200.',
  }),
  asked: Type.Integer({ description: 'People for whom it was asked first.' }),
  found: Type.Integer({ description: 'People of whom it then gave a valid address.' }),
});

/** Fields of a provider, in display order. The API key is stored sealed, and never returned. */
// biome-ignore format: a table.
export const providerFields = {
  id: field(Type.String({ description: 'prv_….' }), { ...own, isStored: false }),
  kind: field(OneOf(providerKinds, { description: 'The provider, or the format of a language model.' }), own),
  model: field(Type.String({ description: 'Name of the language model.' }), { initial: null }),
  baseUrl: field(Type.String({ description: 'Address of a compatible model.' }), { initial: null }),
  keyEnd: field(Type.String({ description: 'Last four characters of the API key.' }), { initial: null }),
  isActive: field(Type.Boolean({ description: 'False: it is not asked.' }), { initial: true }),
  position: field(Type.Integer({ description: 'A fixed place in the order of asking. Null: by its measured hit rate, after those with a place.' }), { initial: null }),
  monthlyBudget: field(Type.Integer({ description: 'Most that it may bill per calendar month (UTC), in its own unit. Null: no limit.' }), { initial: null }),
  unit: field(OneOf(['credits', 'tokens'], { description: "Its own unit: credits of the provider's account, or tokens of a language model." }), { ...own, isStored: false }),
  usedThisMonth: field(Type.Integer({ description: 'Billed this month. Questions without an answer count with the most that they can cost.' }), { ...own, isStored: false }),
  creditsPerResult: field(Type.Integer({ description: 'Credits that the workspace is charged for a valid address. 0 for language models.' }), own),
  hitRates: field(Type.Array(HitRate, { description: 'Measured results, which decide the order. Empty for language models.' }), { ...own, isStored: false }),
  unconfirmedCount: field(Type.Integer({ description: 'Questions that were asked twice at most, because their first answer was lost.' }), { ...own, isStored: false }),
  lastTest: field(Type.Object({
    isWorking: Type.Boolean({ description: 'True if it answered.' }),
    answer: Type.String({ description: 'Its answer, or the problem.' }),
    cost: Type.Integer({ description: 'Billed for the test, in its own unit.' }),
    at: Timestamp('Time of the test.'),
  }, { description: 'Result of the last test.' }), { initial: null }),
  createdAt: field(Timestamp('Creation time.'), { ...own, isTime: true }),
  updatedAt: field(Timestamp('Time of the last change.'), { ...own, isTime: true }),
  version: field(Type.Integer({ description: 'Increases by one with each change. Used in the ETag and for If-Match.' }), { initial: 1 }),
};
