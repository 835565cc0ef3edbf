import { type FitCriterion, type FitOperator, fitOperators } from '../../domain/scoring/fit-criteria.ts';

/** A criterion as a row of the page, all in text. */
export interface CriterionRow {
  field: string;
  operator: string;
  value: string;
  weight: number;
  effect: 'counts' | 'required' | 'disqualify';
}

const rowsMax = 50;
const [weightMin, weightMax, weightUsual] = [1, 20, 5];
const ofNumbers: readonly FitOperator[] = ['at_least', 'at_most', 'between'];
const ofLists: readonly FitOperator[] = ['in', 'not_in', 'between'];
/** Take one value or several. */
const ofSeveral: readonly FitOperator[] = ['contains', 'not_contains'];

const blank: CriterionRow = { field: '', operator: 'equals', value: '', weight: weightUsual, effect: 'counts' };

/** Rows of these criteria with an empty one for the next, or the rows that a form has sent. */
export function rowsOf(criteria: readonly FitCriterion[], form?: URLSearchParams): CriterionRow[] {
  if (form !== undefined) return sentRows(form);
  const rows = criteria.map(({ field, operator, value, weight, required, disqualify }): CriterionRow => {
    const effect = required ? 'required' : disqualify ? 'disqualify' : 'counts';
    return { field, operator, value: textOf(value), weight, effect };
  });
  return [...rows, blank];
}

function textOf(value: FitCriterion['value']): string {
  return Array.isArray(value) ? value.join(', ') : value === undefined ? '' : String(value);
}

function sentRows(form: URLSearchParams): CriterionRow[] {
  const all = (name: string) => form.getAll(name);
  const [operators, values, weights, effects] = [all('operator'), all('value'), all('weight'), all('effect')];
  const removed = Number(form.get('remove') ?? -1);
  const rows = all('field')
    .slice(0, rowsMax)
    .map((field, index): CriterionRow => {
      const weight = Math.min(weightMax, Math.max(weightMin, Math.round(Number(weights[index]) || weightUsual)));
      const effect = effects[index] === 'required' || effects[index] === 'disqualify' ? effects[index] : 'counts';
      return { field, operator: operators[index] ?? '', value: values[index]?.trim() ?? '', weight, effect };
    })
    .filter((_row, index) => index !== removed);
  const isOpen = rows.at(-1)?.field === '';
  return isOpen ? rows : [...rows, blank];
}

/** True for a row whose value is still missing. */
export function isUnfinished({ field, operator, value }: CriterionRow): boolean {
  return field !== '' && operator !== 'exists' && value === '';
}

/** The criteria of the rows, without the empty row and unfinished ones. */
export function criteriaIn(rows: readonly CriterionRow[]): FitCriterion[] {
  return rows.flatMap((row) => {
    const { field, operator: name, value, weight, effect } = row;
    const operator = fitOperators.find((one) => one === name);
    if (field === '' || operator === undefined || isUnfinished(row)) return [];
    return {
      field,
      operator,
      ...(operator !== 'exists' && { value: valueIn(value, operator) }),
      weight,
      ...(effect === 'required' && { required: true }),
      ...(effect === 'disqualify' && { disqualify: true }),
    };
  });
}

function valueIn(text: string, operator: FitOperator): FitCriterion['value'] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const isList = ofLists.includes(operator) || (ofSeveral.includes(operator) && parts.length > 1);
  return isList ? parts.map((part) => read(part, operator)) : read(text, operator);
}

/** A text that is no number stays as it is, so that the error names it. */
function read(part: string, operator: FitOperator): string | number {
  const value = Number(part);
  return ofNumbers.includes(operator) && !Number.isNaN(value) ? value : part;
}
