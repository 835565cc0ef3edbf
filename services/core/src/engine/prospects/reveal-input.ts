import { Type } from 'typebox';
import { type DeclaredBasis, declaredBases } from '../../domain/contacts/contact.ts';
import { Id, OneOf, Text } from '../../schema/schema.ts';
import type { RevealOptions } from './store-revealed.ts';

const basisDefault = 'legitimate_interest';

/** Storage options for revealed people. */
export const revealOptionProperties = {
  declaredBasis: Type.Optional(
    OneOf(declaredBases, {
      description: 'Legal basis for holding them; legitimate_interest when absent.',
    }),
  ),
  basisNote: Type.Optional(Text(1000, 'Why that basis holds.')),
  listId: Type.Optional(Id('lst', 'A static list of contacts that they join.')),
  tags: Type.Optional(Type.Array(Text(50, 'A tag.'), { maxItems: 20, description: 'Tags that they get.' })),
};

export interface RevealOptionInput {
  declaredBasis?: DeclaredBasis;
  basisNote?: string;
  listId?: string;
  tags?: string[];
}

export function toRevealOptions({
  declaredBasis = basisDefault,
  basisNote,
  listId,
  tags,
}: RevealOptionInput): RevealOptions {
  return {
    declaredBasis,
    basisNote,
    listId,
    tags,
  };
}
