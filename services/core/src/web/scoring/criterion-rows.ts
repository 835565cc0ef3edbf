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
  const rows = criteria.map((criterion): CriterionRow => {
    const { field, operator, weight, required, disqualify } = criterion;
    const effect = required ? 'required' : disqualify ? 'disqualify' : 'counts';
    return { field, operator, value: textOf(criterion), weight, effect };
  });
  return [...rows, blank];
}

/** Values with commas between them. As in a line of CSV, a value with a comma of its own has quotation marks. */
function textOf({ operator, value }: Pick<FitCriterion, 'operator' | 'value'>): string {
  if (value === undefined) return '';
  return Array.isArray(value) || takesSeveral(operator) ? [value].flat().map(quoted).join(', ') : String(value);
}

function quoted(value: string | number | boolean): string {
  return /[",]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
}

function partsOf(text: string): string[] {
  const parts = text.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]*?))\s*(?:,|$)/g);
  return [...parts].map(([, inQuotes, plain = '']) => inQuotes?.replaceAll('""', '"') ?? plain).filter(Boolean);
}

function takesSeveral(operator: FitOperator): boolean {
  return ofLists.includes(operator) || ofSeveral.includes(operator);
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

/**
 * The criteria of the rows, without the empty row and unfinished ones. A row with the text of a former criterion
 * keeps its exact value. Fields of the types number and boolean take such values.
 */
export function criteriaIn(
  rows: readonly CriterionRow[],
  former: readonly FitCriterion[],
  typeOf: (field: string) => string | undefined,
): FitCriterion[] {
  return rows.flatMap((row) => {
    const { field, operator: name, value: text, weight, effect } = row;
    const operator = fitOperators.find((one) => one === name);
    if (field === '' || operator === undefined || isUnfinished(row)) return [];
    const same = former.find((one) => one.field === field && one.operator === operator && textOf(one) === text);
    const value = same ? same.value : valueIn(text, operator, typeOf(field));
    return {
      field,
      operator,
      ...(value !== undefined && { value }),
      weight,
      ...(effect === 'required' && { required: true }),
      ...(effect === 'disqualify' && { disqualify: true }),
    };
  });
}

function valueIn(text: string, operator: FitOperator, type?: string): FitCriterion['value'] {
  // Without a value, the field has to be known; with "false", unknown.
  if (operator === 'exists') return isTrue(text) === false ? false : undefined;
  const parts = takesSeveral(operator) ? partsOf(text) : [text];
  const isList = ofLists.includes(operator) || parts.length > 1;
  const isNumber = type === 'number' || ofNumbers.includes(operator);
  const values = parts.map((part) => (isNumber && !Number.isNaN(Number(part)) ? Number(part) : part));
  if (isList) return values;
  return (type === 'boolean' ? isTrue(text) : undefined) ?? values[0] ?? text;
}

function isTrue(text: string): boolean | undefined {
  if (/^(?:true|yes)$/i.test(text)) return true;
  return /^(?:false|no)$/i.test(text) ? false : undefined;
}
