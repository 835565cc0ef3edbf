import { folded, words } from '../messages/claims/folded.ts';
import { sentencesOfPage } from '../messages/claims/sentences.ts';
import { specificsIn } from '../messages/claims/specifics.ts';
import { languageOfText } from '../messages/claims/text-language.ts';
import type { FoundFact } from './fact.ts';

/** Public page as it was read. */
export interface ReadPage {
  url: string;
  title: string;
  /** Visible text, with line breaks between blocks. */
  text: string;
  /** Sources of the page's JSON-LD blocks. */
  structured: string[];
}

const factsMax = 30;
const perPageMax = 8;
const lengthMin = 25;
const lengthMax = 320;
const wordsMin = 5;

/** Sentences about cookies, rights, and the site itself. */
const boilerplate = words(
  ...['cookies?', 'copyright', 'all rights reserved', 'alle rechte', 'tous droits', 'todos los derechos', 'privacy'],
  ...['tutti i diritti', 'datenschutz', 'javascript', 'browser', 'newsletter', 'gdpr', 'dsgvo', 'rgpd', 'lorem ipsum'],
  ...['click here', 'log ?in', 'sign up'],
);
/** Kinds of parts that make a sentence worth knowing. A lone name or number does not. */
const telling = ['event', 'superlative', 'title', 'round'];

/** The most telling sentences of the pages, and what their JSON-LD states about the organization. */
export function factsInPages(pages: readonly ReadPage[]): FoundFact[] {
  const found = pages.flatMap((page, order) => [
    ...structuredFacts(page).map((fact) => ({ fact, score: 10 - order / 100 })),
    ...tellingSentences(page).map(({ text, score }) => ({ fact: toFact(text, page), score: score - order / 100 })),
  ]);
  const ranked = found.toSorted((one, other) => other.score - one.score).map(({ fact }) => fact);
  return distinct(ranked).slice(0, factsMax);
}

/** Sentences that name a person by the last name, and by the first name if it is known. */
export function factsAboutPerson(
  pages: readonly ReadPage[],
  { firstName, lastName }: { firstName?: string; lastName?: string },
): FoundFact[] {
  if (lastName === undefined || lastName.length < 2) return [];
  const wanted = [lastName, ...(firstName ? [firstName] : [])].map(folded);
  const isNamed = (text: string) => {
    const plain = ` ${folded(text).replace(/[^a-z0-9]+/g, ' ')} `;
    return wanted.every((name) => plain.includes(` ${name.replace(/[^a-z0-9]+/g, ' ')} `));
  };
  const found = pages.flatMap((page) =>
    sentencesOfPage(page.text)
      .filter((text) => text.length <= lengthMax && isNamed(text))
      .map((text) => toFact(text, page)),
  );
  return distinct(found).slice(0, factsMax);
}

function toFact(text: string, { url }: ReadPage): FoundFact {
  return { statement: text, quote: text, url, date: dateIn(text) };
}

function distinct(facts: readonly FoundFact[]): FoundFact[] {
  const known = new Set<string>();
  return facts.filter(({ quote }) => {
    const key = folded(quote).replace(/[^a-z0-9]+/g, ' ');
    return known.has(key) ? false : known.add(key);
  });
}

function tellingSentences(page: ReadPage): { text: string; score: number }[] {
  const isGerman = languageOfText(page.text) === 'de';
  const scored = sentencesOfPage(page.text).flatMap((text) => {
    if (text.length < lengthMin || text.length > lengthMax || /[?¿]/.test(text)) return [];
    if (text.split(/\s+/).length < wordsMin || folded(text).search(boilerplate) >= 0) return [];
    const kinds = specificsIn(text, isGerman).map(({ kind }) => kind);
    const anchors = kinds.filter((kind) => ['number', 'name', 'place', 'month'].includes(kind));
    const isTelling = kinds.some((kind) => telling.includes(kind));
    return isTelling && anchors.length > 0
      ? [{ text, score: new Set(kinds).size + Math.min(anchors.length, 4) / 10 }]
      : [];
  });
  return scored.toSorted((one, other) => other.score - one.score).slice(0, perPageMax);
}

function dateIn(text: string): string | null {
  return /\b(?:19|20)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\b/.exec(text)?.[0] ?? null;
}

/** Members of schema.org's Organization that are facts, with their statement. */
const structuredMembers: readonly [pattern: RegExp, statement: (value: string) => string][] = [
  [/"foundingDate"\s*:\s*"([^"\\]{4,40})"/, (value) => `Founded: ${value}`],
  [
    /"numberOfEmployees"\s*:\s*(?:\{[^{}]{0,200}?"value"\s*:\s*)?"?(\d[\d.,]{0,12})"?/,
    (value) => `Employees: ${value}`,
  ],
  [/"addressLocality"\s*:\s*"([^"\\]{2,80})"/, (value) => `Location: ${value}`],
  [/"founder"\s*:\s*\{[^{}]{0,300}?"name"\s*:\s*"([^"\\]{2,80})"/, (value) => `Founder: ${value}`],
  [/"award"\s*:\s*"([^"\\]{2,120})"/, (value) => `Award: ${value}`],
];

/** The quote is the member as the source of the page has it. */
function structuredFacts({ structured, url }: ReadPage): FoundFact[] {
  const sources = structured.filter((source) =>
    /"@type"\s*:\s*"(?:Organization|Corporation|LocalBusiness)/.test(source),
  );
  return sources.flatMap((source) =>
    structuredMembers.flatMap(([pattern, statement]) => {
      const match = pattern.exec(source);
      return match === null ? [] : [{ statement: statement(match[1]!), quote: match[0], url, date: null }];
    }),
  );
}
