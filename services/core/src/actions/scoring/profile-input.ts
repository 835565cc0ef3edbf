import { type Static, Type } from 'typebox';
import {
  criteriaProblems,
  defaultBands,
  type FitBand,
  type FitCriterion,
  fitOperators,
  type ProfileKind,
} from '../../domain/scoring/fit-criteria.ts';
import { AppError } from '../../errors/errors.ts';
import { Named, OneOf, Text } from '../../schema/schema.ts';

const criteriaMax = 50;
const valuesMax = 200;
const bandsMax = 10;

const scalar = Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Number()]);

const Criterion = Type.Object(
  {
    field: Text(
      80,
      'Field of the record: industry, seniority, location.country, company.employeeCount, customFields.x, or company.facts ' +
        '(quotes of researched facts, with contains).',
    ),
    operator: OneOf(fitOperators, { description: 'contains searches texts and lists.' }),
    value: Type.Optional(
      Type.Union([scalar, Type.Boolean(), Type.Array(scalar, { minItems: 1, maxItems: valuesMax })], {
        description: 'One value, or a list for in, not_in, contains (any of them), and between (two numbers).',
      }),
    ),
    weight: Type.Integer({ minimum: 1, maximum: 20, description: 'Weight of the criterion.' }),
    required: Type.Optional(Type.Boolean({ description: 'A record that is known to miss it scores 0.' })),
    disqualify: Type.Optional(
      Type.Boolean({ description: 'A record that matches it scores 0. It has no other effect.' }),
    ),
  },
  { additionalProperties: false },
);

const Band = Type.Object(
  {
    grade: Text(20, 'Name of the grade.'),
    from: Type.Integer({ minimum: 0, maximum: 100, description: 'Lowest value of the band, 0 to 100.' }),
  },
  { additionalProperties: false },
);

export const Criteria = Named(
  'FitCriteria',
  Type.Array(Criterion, {
    minItems: 1,
    maxItems: criteriaMax,
    description: 'Criteria of a good prospect, each with a weight from 1 to 20.',
  }),
);

export const Bands = Named(
  'ScoreBands',
  Type.Array(Band, {
    minItems: 1,
    maxItems: bandsMax,
    description: 'Grades by their lowest value; one must start at 0. Default: A 80, B 60, C 40, D 0.',
  }),
);

export function readCriteria(kind: ProfileKind, criteria: Static<typeof Criteria>): FitCriterion[] {
  const [problem] = criteriaProblems(kind, criteria);
  if (problem === undefined) return criteria;
  const { index, member, message, allowedValues } = problem;
  const field = `criteria.${index}.${member}`;
  throw new AppError('validation_failed', `${field}: ${message}.`, { field, allowedValues });
}

/** Returns the bands sorted from highest to lowest. */
export function readBands(bands: FitBand[] | undefined): FitBand[] {
  const sorted = (bands ?? [...defaultBands]).toSorted((a, b) => b.from - a.from);
  const isComplete = sorted.at(-1)?.from === 0 && new Set(sorted.map(({ from }) => from)).size === sorted.length;
  if (isComplete) return sorted;
  throw new AppError('validation_failed', 'bands must differ in from, and one must start at 0.', {
    field: 'bands',
  });
}
