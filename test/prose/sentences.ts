/** Abbreviations whose period does not end a sentence. */
const abbreviations = /\b(?:e\.g|i\.e|etc|vs|cf|Art|No|Nos|Dr|Mr|Ms|St|a\.m|p\.m|approx|max|min|resp|ca)\.$/;

/** Sentences of a text. Paragraphs, and fragments such as headings, count as one each. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/\n\s*\n|\n(?=\s*[-*•]\s)/)
    .flatMap((paragraph) => sentencesOfParagraph(paragraph.replaceAll(/\s+/g, ' ').trim()))
    .filter((sentence) => /\p{L}/u.test(sentence));
}

function sentencesOfParagraph(paragraph: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { index, 0: mark } of paragraph.matchAll(/[.?!…]["”’)]*\s+(?=["“‘(]?[\p{Lu}\d⟨])/gu)) {
    const end = index + mark.length;
    const sentence = paragraph.slice(start, end).trim();
    if (abbreviations.test(sentence)) continue;
    sentences.push(sentence);
    start = end;
  }
  return [...sentences, paragraph.slice(start)];
}

/** Words of a sentence. A list of code values counts as one word, as a reader skips it as one. */
export function wordCount(sentence: string): number {
  return (
    sentence
      .replaceAll(/⟨code⟩(?:(?:,|, and| and|, or| or|:|\/| ·)? ?⟨code⟩)+/g, '⟨code⟩')
      .match(/[\p{L}\p{N}⟨][^\s]*/gu) ?? []
  ).length;
}
