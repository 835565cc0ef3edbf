import type { FitCriterion, FitOperator } from './fit-criteria.ts';
import type { FitResult } from './fit-score.ts';

const operatorWords: Record<FitOperator, string> = {
  equals: 'is',
  not_equals: 'is not',
  in: 'is one of',
  not_in: 'is none of',
  contains: 'contains',
  not_contains: 'does not contain',
  at_least: 'is at least',
  at_most: 'is at most',
  between: 'is between',
  exists: 'is known',
};

/** One criterion in words: "industry is one of Software, Logistics". */
export function criterionWords({ field, operator, value }: FitCriterion): string {
  if (operator === 'exists') return `${field} ${value === false ? 'is not known' : 'is known'}`;
  const separator = operator === 'between' ? ' and ' : ', ';
  return `${field} ${operatorWords[operator]} ${Array.isArray(value) ? value.join(separator) : value}`;
}

const namedMax = 4;

function name(criteria: readonly FitCriterion[], indexes: number[]): string {
  const words = indexes
    .toSorted((a, b) => criteria[b]!.weight - criteria[a]!.weight)
    .slice(0, namedMax)
    .map((index) => criterionWords(criteria[index]!));
  const rest = indexes.length - words.length;
  return rest > 0 ? `${words.join('; ')} and ${rest} more` : words.join('; ');
}

/** Explains the score in one sentence, with the heaviest reasons first. */
export function explainFit(criteria: readonly FitCriterion[], result: FitResult): string {
  const { value, grade, matched, missed, unknown, disqualifiers } = result;
  if (disqualifiers.length > 0) return `Does not fit: ruled out by ${name(criteria, disqualifiers)}.`;
  if (matched.length + missed.length === 0) return 'Cannot be judged: nothing that the profile asks for is known.';
  const parts: string[] = [];
  if (matched.length > 0) parts.push(`matches ${name(criteria, matched)}`);
  if (missed.length > 0) parts.push(`misses ${name(criteria, missed)}`);
  if (unknown.length > 0) parts.push(`unknown whether ${name(criteria, unknown)}`);
  return `Fits ${value} of 100 (${grade}): ${parts.join(', ')}.`;
}
