import { type Static, Type } from 'typebox';
import { Input, Text } from '../../../schema/schema.ts';

/** The workspace's way of writing, for texts that a model or an agent writes. */
export const Voice = Input({
  text: Type.String({ maxLength: 2_000, description: 'Description of the style, or a sample of it. Empty: none.' }),
  rules: Type.Array(Text(200, 'One rule, such as "no exclamation marks".'), {
    maxItems: 20,
    description: 'Rules that every text follows.',
  }),
  lengthMax: Type.Integer({ minimum: 20, maximum: 300, description: 'Maximum words of a message.' }),
});
export type Voice = Static<typeof Voice>;

export const defaultVoice: Voice = { text: '', rules: [], lengthMax: 120 };
