import { folded } from './folded.ts';
import phrases from './words/phrases.json' with { type: 'json' };

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Abbreviations that do not end a sentence. */
const abbreviation = new RegExp(`(?:^|[\\s(])(?:${phrases.abbreviation.join('|')})\\.\\s*$`, 'iu');
const closing = new RegExp(`^(?:${phrases.closing.join('|')})\\b[^.?!]{0,20}[,.!]?$`, 'i');

/** A greeting with the text in the same line: "Hi Priya, as CFO you …". */
const greetingBefore = new RegExp(`^(?:${phrases.greeting.join('|')})(?: [^\\s,.?!:;]+){0,4},(?= \\S)`);
/** Line before a signature (RFC 3676, section 4.3). */
const signatureMark = '--';

/** Sentences of a message, in order, up to the closing or the signature. A line break ends a sentence, too. */
export function sentencesIn(text: string): string[] {
  const lines = text.split(/\r?\n+/).map((line) => line.trim());
  const end = lines.findIndex((line, index) => index > 0 && (closing.test(line) || line === signatureMark));
  return lines
    .slice(0, end < 0 ? lines.length : end)
    .flatMap(sentencesOfLine)
    .flatMap(withoutGreeting);
}

/** The greeting and the rest, as two sentences. */
function withoutGreeting(sentence: string): string[] {
  const plain = folded(sentence);
  const [greeting = ''] = (plain.length === sentence.length && greetingBefore.exec(plain)) || [];
  return greeting === '' ? [sentence] : [sentence.slice(0, greeting.length), sentence.slice(greeting.length).trim()];
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
