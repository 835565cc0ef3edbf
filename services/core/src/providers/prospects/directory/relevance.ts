import MiniSearch, { type Options } from 'minisearch';
import { foldedWords, foldWord } from '../plain-words.ts';
import type { DirectoryCompany } from './make-company.ts';
import { allTitles, type Title } from './seed/titles.ts';

/** At least this share of what the description says has to be found. */
const shareMin = 0.35;
/** Words that are found nowhere and have this length may be mistyped or cut off. */
const tolerantFromLength = 5;

const words: Pick<Options, 'tokenize' | 'processTerm'> = { tokenize: foldedWords, processTerm: foldWord };

const indexCompanies = (companies: DirectoryCompany[]): MiniSearch => {
  const fields = ['name', 'industry', 'keywords', 'technologies', 'place', 'description'];
  const index = new MiniSearch({ ...words, fields, idField: 'index' });
  index.addAll(
    companies.map((company) => ({
      index: company.index,
      name: company.name,
      industry: company.industry,
      keywords: company.keywords.join(' '),
      technologies: company.technologies.join(' '),
      place: `${company.city.city} ${company.city.region} ${company.country.name} ${company.country.demonym}`,
      description: company.description,
    })),
  );
  return index;
};

const indexTitles = (): MiniSearch => {
  const index = new MiniSearch({ ...words, fields: ['title', 'department', 'also'] });
  index.addAll(
    allTitles.map(({ title, department, seniority, also }, id) => ({
      id,
      title,
      department: department.replaceAll('_', ' '),
      also: `${also} ${seniority.replaceAll('_', ' ')}`,
    })),
  );
  return index;
};

/** How strongly each document answers one word (0 to 1), and how much the word tells (rare words tell more). */
interface WordMatch {
  strengths: Map<number, number>;
  weight: number;
}

const search = (index: MiniSearch, word: string, boost: Record<string, number>) => {
  const exact = index.search(word, { boost });
  if (exact.length > 0 || word.length < tolerantFromLength) return exact;
  return index.search(word, { boost, fuzzy: 0.2, prefix: true });
};

/** A word in a strong field counts more, but above all it counts that the word is there. */
const flatten = (relative: number): number => relative ** 0.25;

const findWord = (index: MiniSearch, word: string, boost: Record<string, number>): WordMatch => {
  const hits = search(index, word, boost);
  const best = hits[0]?.score ?? 1;
  return {
    strengths: new Map(hits.map((hit) => [hit.id as number, flatten(hit.score / best)])),
    weight: hits.length === 0 ? 0 : Math.log(1 + index.documentCount / hits.length),
  };
};

const companyBoost = { name: 2, industry: 3, keywords: 2, technologies: 2, place: 2 };
const titleBoost = { title: 2, department: 1.5 };
const unknownWordWeight = 3;

/** How well companies and positions answer a plain description: 0 is not at all; the more of its words, the better. */
export class Relevance {
  #companies: MiniSearch;
  #titles = indexTitles();

  constructor(companies: DirectoryCompany[]) {
    this.#companies = indexCompanies(companies);
  }

  ofCompanies(words: string[]): (company: DirectoryCompany) => number {
    const matches = words.map((word) => findWord(this.#companies, word, companyBoost));
    const possible = sum(matches.map(({ weight }) => weight || unknownWordWeight));
    return ({ index }) => share(sum(matches.map((match) => strengthIn(match, index))), possible);
  }

  ofPeople(words: string[]): (company: DirectoryCompany, title: Title) => number {
    const matches = words.map((word) => ({
      company: findWord(this.#companies, word, companyBoost),
      title: findWord(this.#titles, word, titleBoost),
    }));
    const possible = sum(
      matches.map(({ company, title }) => Math.max(company.weight, title.weight) || unknownWordWeight),
    );
    const idOf = new Map(allTitles.map((title, id) => [title, id]));
    const score = (index: number, titleId: number): number =>
      sum(matches.map((match) => Math.max(strengthIn(match.company, index), strengthIn(match.title, titleId))));
    return ({ index }, title) => share(score(index, idOf.get(title)!), possible);
  }
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

const strengthIn = ({ strengths, weight }: WordMatch, id: number): number => (strengths.get(id) ?? 0) * weight;

const share = (reached: number, possible: number): number => {
  if (possible === 0) return 1;
  const part = reached / possible;
  return part < shareMin ? 0 : part;
};
