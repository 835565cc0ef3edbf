import { Type } from 'typebox';
import { OneOf, Timestamp } from '../../schema/schema.ts';
import { type FactsOf, field, namesOf, text } from '../fields/fields.ts';

export const suppressionKinds = ['address', 'domain'] as const;
export const suppressionReasons = ['manual', 'unsubscribe', 'complaint', 'hard_bounce', 'erasure', 'import'] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

const own = { isAlways: true } as const;

/** Fields of an entry of the suppression list, in display order. */
// biome-ignore format: a table.
export const suppressionFields = {
  id: field(text(40, 'sup_….'), { ...own, isStored: false }),
  kind: field(OneOf(suppressionKinds, { description: 'One address, or a whole domain.' }), own),
  value: field(Type.String({ description: 'The address or domain; null when the person was erased.' }), { initial: null }),
  reason: field(OneOf(suppressionReasons, { description: 'Why it is suppressed.' }), own),
  isRemovalProposed: field(Type.Boolean({ description: 'A hard bounce while the mailbox had a fault: the address may well work, and may be taken off.' }),
    { initial: false }),
  note: field(text(500, 'A remark for later readers.'), { settable: 'always', initial: null, returned: 'Remark of the person who added it.' }),
  createdAt: field(Timestamp('When it was added.'), { ...own, isTime: true }),
};

/** Facts that a caller can add to an entry. They can be about the person, so an erasure removes them. */
export type SuppressionFacts = FactsOf<typeof suppressionFields>;
export const suppressionFacts = namesOf(suppressionFields, ({ settable }) => settable === 'always');
