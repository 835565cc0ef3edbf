import { type Static, Type } from 'typebox';
import { Foreign } from '../../../schema/foreign.ts';
import { Nullable, OneOf } from '../../../schema/schema.ts';

const verdicts = ['supported', 'neutral', 'unsupported'] as const;

export const CheckedSentence = Type.Object({
  text: Type.String({ description: 'The sentence.' }),
  verdict: OneOf(verdicts, {
    description: 'supported: a source has it. neutral: it claims nothing checkable. unsupported: no source has it.',
  }),
  quote: Nullable(Foreign(Type.String({ description: 'Words that support it. Null otherwise.' }))),
  factId: Nullable(Type.String({ description: 'Fact with the quote. Null if a field supports it.' })),
  field: Nullable(Type.String({ description: 'Field of the record that supports it, such as title. Null otherwise.' })),
  missing: Type.Array(Type.String(), { description: 'Words of an unsupported sentence that no source has.' }),
});
export type CheckedSentence = Static<typeof CheckedSentence>;
