/** Criteria of a target profile (ICP), as data. */
export const profileKinds = ['person', 'company'] as const;
export type ProfileKind = (typeof profileKinds)[number];

export const fitOperators = [
  'equals',
  'not_equals',
  'in',
  'not_in',
  'contains',
  'not_contains',
  'at_least',
  'at_most',
  'between',
  'exists',
] as const;
export type FitOperator = (typeof fitOperators)[number];

export type FitValue = string | number | boolean | (string | number)[];

export interface FitCriterion {
  /**
   * Field of the record, such as industry, seniority, location.country, company.employeeCount, or customFields.budget.
   */
  field: string;
  operator: FitOperator;
  value?: FitValue;
  /** 1 to 20. */
  weight: number;
  /** Rules out a record that is known not to match. */
  required?: boolean;
  /** Rules out a record that matches. Adds nothing to the score. */
  disqualify?: boolean;
}

export interface FitBand {
  grade: string;
  /** Lowest score of the grade. */
  from: number;
}

export const defaultBands: readonly FitBand[] = [
  { grade: 'A', from: 80 },
  { grade: 'B', from: 60 },
  { grade: 'C', from: 40 },
  { grade: 'D', from: 0 },
];

export const companyFitFields = [
  'name',
  'domain',
  'industry',
  'employeeCount',
  'employeeRange',
  'revenueRange',
  'foundedYear',
  'type',
  'location.country',
  'location.region',
  'location.city',
  'technologies',
  'keywords',
  'description',
  'tags',
  'contactCount',
  'facts',
] as const;

/** Fields of a company with a number. */
export const numberFitFields: readonly string[] = ['employeeCount', 'foundedYear', 'contactCount'];

const ownPersonFields = [
  'title',
  'seniority',
  'department',
  'emailStatus',
  'location.country',
  'location.region',
  'location.city',
  'timeZone',
  'language',
  'source',
  'stage',
  'tags',
  'companyName',
  'companyDomain',
  'facts',
];

export const personFitFields: readonly string[] = [
  ...ownPersonFields,
  ...companyFitFields.map((field) => `company.${field}`),
];

/** True if a criterion reads researched facts, which are stored apart from the record. */
export function readsFacts(criteria: readonly FitCriterion[]): boolean {
  return criteria.some(({ field }) => field === 'facts' || field === 'company.facts');
}

const customField = /^(?:company\.)?customFields\.[A-Za-z][A-Za-z0-9_]{0,49}$/;

export function fitFieldsOf(kind: ProfileKind): readonly string[] {
  return kind === 'person' ? personFitFields : companyFitFields;
}

function isFitField(kind: ProfileKind, field: string): boolean {
  return (
    fitFieldsOf(kind).includes(field) ||
    (customField.test(field) && (kind === 'person' || !field.startsWith('company.')))
  );
}

const listOperators: readonly FitOperator[] = ['in', 'not_in'];
const numberOperators: readonly FitOperator[] = ['at_least', 'at_most'];

function valueProblem({ operator, value }: FitCriterion): string | undefined {
  if (operator === 'exists') return undefined;
  if (value === undefined) return `${operator} needs a value`;
  if (listOperators.includes(operator) && !Array.isArray(value)) return `${operator} needs a list of values`;
  if (numberOperators.includes(operator) && typeof value !== 'number') return `${operator} needs a number`;
  const isRange = Array.isArray(value) && value.length === 2 && value.every((bound) => typeof bound === 'number');
  if (operator === 'between' && !isRange) return 'between needs two numbers';
  return undefined;
}

export interface CriterionProblem {
  index: number;
  member: 'field' | 'value';
  message: string;
  allowedValues?: readonly string[];
}

/** Rules that the schema cannot express: fields of the record kind, and values that suit the operator. */
export function criteriaProblems(kind: ProfileKind, criteria: readonly FitCriterion[]): CriterionProblem[] {
  return criteria.flatMap((criterion, index): CriterionProblem[] => {
    if (!isFitField(kind, criterion.field)) {
      const allowedValues = [...fitFieldsOf(kind), 'customFields.<name>'];
      return [{ index, member: 'field', message: `a ${kind} has no field ${criterion.field}`, allowedValues }];
    }
    const problem = valueProblem(criterion);
    return problem === undefined ? [] : [{ index, member: 'value', message: problem }];
  });
}
