import { words } from './folded.ts';
import numbers from './words/numbers.json' with { type: 'json' };

/** Number in a text, with every value that its writing can have: "1.200" is 1200 in German and 1.2 in English. */
export interface FoundNumber {
  at: number;
  text: string;
  values: number[];
}

const magnitudes: readonly [factor: number, units: string[]][] = [
  [1e3, ['k', 'thousand', 'tausend', 'tsd', 'mille', 'mil', 'mila']],
  [
    1e6,
    ['m', 'mn', 'mm', 'mio', 'million', 'millions', 'millionen', 'millones', 'millon', 'milioni', 'milione', 'mln'],
  ],
  [
    1e9,
    [
      'b',
      'bn',
      'mrd',
      'md',
      'billion',
      'billions',
      'milliarde',
      'milliarden',
      'milliard',
      'milliards',
      'miliardi',
      'miliardo',
      'mld',
    ],
  ],
];
const unitWords = magnitudes.flatMap(([, units]) => units).join('|');
const digits = new RegExp(
  `(?<![a-z0-9.,])(\\d{1,3}(?:[.,' ]\\d{3})+(?:[.,]\\d{1,2})?|\\d+(?:[.,]\\d+)?)(?:[ -]?(${unitWords})\\b)?`,
  'g',
);

const named: Readonly<Record<string, number>> = numbers;
const namedWords = words(...Object.keys(named));
/** Words that are numbers only in another language, or have another meaning: "on the six" is rare, "neuf" means new. */
const ambiguous = new Set(['once', 'neuf', 'sei', 'tre', 'sept']);

/** Quarters, halves, and other kinds of counting that have a digit in them: Q3, ISO 9001, B2B, 24/7. */
const codes = words(
  'b2[bc]',
  '24/7',
  '360',
  'web ?\\d',
  '4\\.0',
  '\\d+(?:st|nd|rd|th)? (?:party|tier)',
  'h[12]',
  '\\d+:\\d+',
);

/** Numbers of folded text, without those in codes. */
export function numbersIn(foldedText: string): FoundNumber[] {
  const text = foldedText.replace(codes, (code) => ' '.repeat(code.length));
  const found = [...text.matchAll(digits)].map((match) => ({
    at: match.index,
    text: match[0].trim(),
    values: valuesOf(match[1]!, match[2]),
  }));
  const spelled = [...text.matchAll(namedWords)].filter(([word]) => !ambiguous.has(word));
  const words = spelled.map((match) => ({ at: match.index, text: match[0], values: [named[match[0]]!] }));
  return [...found, ...words].toSorted((one, other) => one.at - other.at);
}

function valuesOf(written: string, unit: string | undefined): number[] {
  const factor = unit === undefined ? 1 : (magnitudes.find(([, units]) => units.includes(unit))?.[0] ?? 1);
  const compact = written.replace(/[' ]/g, '');
  const readings = new Set([
    Number(compact.replace(/[.,](?=\d{3}(?:\D|$))/g, '').replace(',', '.')),
    Number(compact.replace(/,/g, '.').replace(/\.(?=.*\.)/g, '')),
  ]);
  return [...readings].filter(Number.isFinite).map((value) => value * factor);
}

/** True if the numbers can mean the same. */
export function isSameNumber(one: FoundNumber, other: FoundNumber): boolean {
  return one.values.some((value) => other.values.some((known) => Math.abs(value - known) <= Math.abs(known) * 1e-9));
}
