import { type Static, Type } from 'typebox';
import { Input, Text } from '../../schema/schema.ts';

/** Statement about a contact or a company, with the words of its source. */
export const FactContent = Input({
  statement: Text(500, 'Statement in one sentence.'),
  quote: Text(1_000, 'Literal words of the source.'),
  url: Type.Optional(
    Type.String({ format: 'uri', pattern: '^https?://', maxLength: 2_000, description: 'Page with the quote.' }),
  ),
  date: Type.Optional(Type.String({ format: 'date', description: 'Day that the statement is about, as YYYY-MM-DD.' })),
});

/** Statement with the literal words of a page. */
export type FoundFact = Required<Pick<Static<typeof FactContent>, 'statement' | 'quote' | 'url'>> & {
  date: string | null;
};

/**
 * - `page`: the product read a page and took a sentence from it.
 * - `filed`: a person or an agent entered it.
 */
export const factOrigins = ['page', 'filed'] as const;
export type FactOrigin = (typeof factOrigins)[number];

/** Text in which white space and quotation marks are equal, for comparing a quote with its page. */
function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u201a\u2032]/g, "'")
    .replace(/[\u201c\u201d\u201e\u00ab\u00bb\u2033]/g, '"')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

/** True if the page has these words, literally apart from line breaks and the shape of quotation marks. */
export function isQuoteIn(quote: string, page: string): boolean {
  return comparable(page).includes(comparable(quote));
}
