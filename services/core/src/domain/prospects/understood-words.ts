import { type EmployeeRange, employeeRanges } from '../companies/employee-ranges.ts';
import { sizeNamedIn } from '../companies/sizes-named.ts';
import { countryCodeOf } from '../contacts/places/country-code.ts';
import { seniorityOfTitle } from '../contacts/title-seniority.ts';
import { namesInWords } from '../text/names-in-words.ts';
import type { PeopleCriteria } from './prospect.ts';
import { foldedWords } from './telling-words.ts';

type Criterion = keyof Pick<
  PeopleCriteria,
  'titles' | 'companyNames' | 'industries' | 'cities' | 'countries' | 'employeeRanges'
>;

/** Part of a plain description that could also be a criterion. */
export interface Understood {
  criterion: Criterion;
  values: string[];
  /** The description without this part. */
  rest: string;
}

const companyNoun = String.raw`(?:compan(?:y|ies)|firms?|agenc(?:y|ies))\b`;
const positionEnd = new RegExp(
  String.raw`\s(?:at|bei|chez|in|from|with|of an?|of the)\s|\s(?:of|for)\s(?=(?:[\p{L}-]+\s){1,3}${companyNoun})|,`,
  'u',
);
const trade = new RegExp(
  String.raw`(?<=\b(?:at|of|for|in|from)\s(?:an?\s)?)([\p{Ll}-]+(?:\s[\p{Ll}-]+)?)(?=\s${companyNoun})`,
  'u',
);

/** Criteria that a plain description names. A search treats them as preferences until someone requires them. */
export function understoodIn(description: string): Understood[] {
  const { rest, range } = sizeNamedIn(description);
  const names = namesInWords(description);
  const [position] = description.split(positionEnd);
  const hasTitle = names.some(({ kind }) => kind === 'title');
  if (!hasTitle && position && seniorityOfTitle(foldedWords(position).join(' ')) !== null)
    names.unshift({ kind: 'title', name: position.trim() });
  const [industry] = trade.exec(rest.replace(/\s+/g, ' ')) ?? [];
  return [
    ...names
      .toSorted((a, b) => description.indexOf(a.name) - description.indexOf(b.name))
      .map(({ kind, name }) => ({ ...criterionOf(kind, name), rest: without(description, name) })),
    ...(industry
      ? [{ criterion: 'industries' as const, values: [industry], rest: without(description, industry) }]
      : []),
    ...(range ? [{ criterion: 'employeeRanges' as const, values: rangesWithin(range), rest: tidy(rest) }] : []),
  ];
}

function criterionOf(kind: 'company' | 'place' | 'title', name: string): Pick<Understood, 'criterion' | 'values'> {
  if (kind === 'title') return { criterion: 'titles', values: [name] };
  if (kind === 'company') return { criterion: 'companyNames', values: [name] };
  const country = countryCodeOf(name);
  return country === undefined
    ? { criterion: 'cities', values: [name] }
    : { criterion: 'countries', values: [country] };
}

function without(description: string, name: string): string {
  const at = description.indexOf(name);
  // A word about the size can be between the words of a name.
  if (at === -1) return description;
  const before = description.slice(0, at).replace(/\s(?:at|in|near|around|from|bei|chez|à)\s+$/u, ' ');
  return tidy(before + description.slice(at + name.length));
}

function tidy(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\s,/g, ',')
    .replace(/^[\s,]+|[\s,]+$/g, '');
}

function rangesWithin({ min, max }: { min: number; max: number }): EmployeeRange[] {
  return employeeRanges.filter((range) => {
    const [from = 0, to = Number.POSITIVE_INFINITY] = range.split(/[-+]/).filter(Boolean).map(Number);
    return from <= max && to >= min;
  });
}
