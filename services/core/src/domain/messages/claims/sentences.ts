import phrases from './words/phrases.json' with { type: 'json' };

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Abbreviations that do not end a sentence. */
const abbreviation = new RegExp(`(?:^|[\\s(])(?:${phrases.abbreviation.join('|')})\\.\\s*$`, 'iu');
const closing = new RegExp(`^(?:${phrases.closing.join('|')})\\b[^.?!]{0,20}[,.!]?$`, 'i');

/** Sentences of a message, in order, up to the closing. A line break ends a sentence, too. */
export function sentencesIn(text: string): string[] {
  const lines = text.split(/\r?\n+/).map((line) => line.trim());
  const end = lines.findIndex((line, index) => index > 0 && closing.test(line));
  return lines.slice(0, end < 0 ? lines.length : end).flatMap(sentencesOfLine);
}

/** Sentences of a web page, in order. */
export function sentencesOfPage(text: string): string[] {
  return text.split(/\r?\n+/).flatMap((line) => sentencesOfLine(line.trim()));
}

function sentencesOfLine(line: string): string[] {
  const found: string[] = [];
  let open = '';
  for (const { segment } of segmenter.segment(line)) {
    open += segment;
    if (abbreviation.test(open)) continue;
    found.push(open.trim());
    open = '';
  }
  return [...found, open.trim()].filter((sentence) => sentence !== '');
}
