import MiniSearch, { type Options } from 'minisearch';
import { foldedWords, foldWord } from '../../../domain/prospects/telling-words.ts';
import type { DirectoryCompany } from './companies/make-company.ts';
import { industries } from './seed/industries.ts';
import { allTitles, type Title } from './seed/titles.ts';
import type { SearchWish, Vocabulary } from './wish.ts';

/** Minimum share of the wanted role that a position must match. */
const roleShareMin = 0.6;
/** Minimum length for treating a word without matches as mistyped or truncated. */
const tolerantFromLength = 5;

const words: Pick<Options, 'tokenize' | 'processTerm'> = { tokenize: foldedWords, processTerm: foldWord };

const tradeFields = ['industry', 'also', 'keywords', 'technologies'];

function indexCompanies(companies: DirectoryCompany[]): MiniSearch {
  const fields = ['name', ...tradeFields, 'place', 'trade', 'description'];
  const index = new MiniSearch({ ...words, fields, idField: 'index' });
  const alsoOf = new Map(industries.map(({ name, also }) => [name, also]));
  index.addAll(
    companies.map((company) => {
      const [first = '', ...more] = (company.description ?? '').split('. ');
      return {
        index: company.index,
        name: company.name,
        industry: company.industry,
        also: alsoOf.get(company.industry),
        keywords: company.keywords.join(' '),
        technologies: company.technologies.join(' '),
        place: `${company.city.city} ${company.city.region} ${company.country.name} ${company.country.demonym}`,
        // The company's business. The following sentences name its customers, which say little about the company
        // itself.
        trade: first.slice(company.name.length),
        description: more.join('. '),
      };
    }),
  );
  return index;
}

/** Common names for seniority levels. */
const levels: Partial<Record<Title['seniority'], string>> = {
  owner: 'decision maker',
  founder: 'decision maker',
  partner: 'decision maker',
  c_suite: 'c-level chief head executive decision maker',
  vp: 'vp vice president head director decision maker',
  head: 'head director lead leader decision maker',
  director: 'director head lead leader decision maker',
  entry: 'junior',
};

function indexTitles(): MiniSearch {
  const index = new MiniSearch({ ...words, fields: ['title', 'department', 'also'] });
  index.addAll(
    allTitles.map(({ title, department, seniority, also }, id) => ({
      id,
      title,
      department: department.replaceAll('_', ' '),
      also: `${also} ${seniority.replaceAll('_', ' ')} ${levels[seniority] ?? ''}`,
    })),
  );
  return index;
}

/** Match strength of one word in each document (0 to 1), and the word's weight (higher for rare words). */
interface WordMatch {
  strengths: Map<number, number>;
  weight: number;
}

function search(index: MiniSearch, word: string, boost: Record<string, number>) {
  const exact = index.search(word, { boost });
  if (exact.length > 0 || word.length < tolerantFromLength) return exact;
  return index.search(word, { boost, fuzzy: 0.2, prefix: true });
}

/** Matches in a strong field count more, but the mere presence of the word matters most. */
function flatten(relative: number): number {
  return relative ** 0.4;
}

function findWord(index: MiniSearch, word: string, boost: Record<string, number>): WordMatch {
  const hits = search(index, word, boost);
  const best = hits[0]?.score ?? 1;
  return {
    strengths: new Map(hits.map((hit) => [hit.id as number, flatten(hit.score / best)])),
    weight: hits.length === 0 ? 0 : Math.log(1 + index.documentCount / hits.length),
  };
}

const companyBoost = { industry: 3, also: 2, trade: 4, keywords: 2, technologies: 3, place: 2, description: 0.2 };
const titleBoost = { title: 2, department: 1.5 };
/** Penalty for a word without matches, so that a description of only such words finds nothing. */
const unknownWordWeight = 1;

function strengthIn({ strengths, weight }: WordMatch, id: number): number {
  return (strengths.get(id) ?? 0) * weight;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Share of the query that a document matches, from 0 to 1. An empty query matches fully. */
function shareOf(matches: WordMatch[]): (id: number) => number {
  const possible = sum(matches.map(({ weight }) => weight || unknownWordWeight));
  return (id) => (possible === 0 ? 1 : sum(matches.map((match) => strengthIn(match, id))) / possible);
}

/**
 * Scores how well companies and positions match a plain description. 0 means no match; more matching words score
 * higher.
 */
export class Relevance implements Vocabulary {
  #companies: MiniSearch;
  #titles = indexTitles();
  #titleIds = new Map(allTitles.map((title, id) => [title, id]));

  constructor(companies: DirectoryCompany[]) {
    this.#companies = indexCompanies(companies);
  }

  isRole(word: string): boolean {
    return this.#titles.search(word).length > 0;
  }

  isTrade(word: string): boolean {
    return this.#companies.search(word, { fields: tradeFields }).length > 0;
  }

  #inCompanies = (word: string): WordMatch => findWord(this.#companies, word, companyBoost);
  #inTitles = (word: string): WordMatch => findWord(this.#titles, word, titleBoost);

  /** If the description separates the position from the company, the position's words do not describe the company. */
  ofCompanies({ role, company, either }: SearchWish): (company: DirectoryCompany) => number {
    const asked = [...company, ...either];
    const share = shareOf((asked.length > 0 ? asked : role).map(this.#inCompanies));
    return ({ index }) => share(index);
  }

  ofPeople({ role, company, either }: SearchWish): (company: DirectoryCompany, title: Title) => number {
    const roleShare = shareOf(role.map(this.#inTitles));
    const companyShare = shareOf(company.map(this.#inCompanies));
    const eitherShares = either.map((word) => [shareOf([this.#inCompanies(word)]), shareOf([this.#inTitles(word)])]);
    return ({ index }, title) => {
      const titleId = this.#titleIds.get(title)!;
      const fit = roleShare(titleId);
      if (fit < roleShareMin) return 0;
      const shares = eitherShares.map(([inCompany, inTitle]) => Math.max(inCompany!(index), inTitle!(titleId)));
      return fit * companyShare(index) * (shares.length === 0 ? 1 : sum(shares) / shares.length);
    };
  }
}
