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
  value: field(Type.String({ description: 'Address or domain. Null if the person was erased.' }), { initial: null }),
  reason: field(OneOf(suppressionReasons, { description: 'Reason for the suppression.' }), own),
  isRemovalProposed: field(Type.Boolean({ description: 'True: a hard bounce during a fault of the mailbox. The address may work, and the entry can be removed.' }),
    { initial: false }),
  note: field(text(500, 'Remark for later readers.'), { settable: 'always', initial: null, returned: 'Remark of the person who added it.' }),
  undoUntil: field(Timestamp('Until then, a member can take it back in the application, because the text of a reply decided it. Null: never.'),
    { initial: null, isTime: true }),
  createdAt: field(Timestamp('Time at which it was added.'), { ...own, isTime: true }),
};

/** Facts that a caller can add to an entry. They can be about the person, so an erasure removes them. */
export type SuppressionFacts = FactsOf<typeof suppressionFields>;
export const suppressionFacts = namesOf(suppressionFields, ({ settable }) => settable === 'always');
