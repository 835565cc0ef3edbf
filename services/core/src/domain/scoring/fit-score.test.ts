import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { criteriaProblems, defaultBands, type FitCriterion } from './fit-criteria.ts';
import { fitDistribution } from './fit-distribution.ts';
import { explainFit } from './fit-explanation.ts';
import { compileProfile } from './fit-score.ts';

const software: FitCriterion = { field: 'industry', operator: 'in', value: ['Software', 'Fintech'], weight: 10 };
const size: FitCriterion = { field: 'employeeCount', operator: 'between', value: [50, 500], weight: 5 };
const kubernetes: FitCriterion = { field: 'technologies', operator: 'contains', value: 'kubernetes', weight: 5 };
function score(criteria: FitCriterion[], record: object) {
  return compileProfile({ criteria, bands: defaultBands })(record);
}

describe('scoring', () => {
  test('is the matched weight divided by the known weight, with the grade of its band', () => {
    const record = { industry: 'software ', employeeCount: 1000, technologies: ['Kubernetes', 'Go'] };
    expect(score([software, size, kubernetes], record)).toEqual({
      value: 75,
      grade: 'B',
      coverage: 1,
      matched: [0, 2],
      missed: [1],
      unknown: [],
      disqualifiers: [],
    });
  });

  test('counts missing data as lower coverage, not as a miss', () => {
    const result = score([software, size, kubernetes], { industry: 'Fintech', technologies: [], employeeCount: null });
    expect(result).toMatchObject({ value: 100, coverage: 0.5, missed: [], unknown: [1, 2] });
  });

  test('rules out records that miss a required criterion, but not records without a value', () => {
    const required = { ...size, required: true };
    expect(score([software, required], { industry: 'Software', employeeCount: 5 })).toMatchObject({
      value: 0,
      disqualifiers: [1],
    });
    expect(score([software, required], { industry: 'Software' })).toMatchObject({ value: 100, disqualifiers: [] });
  });

  test('rules out records that match a disqualifying criterion, which otherwise adds nothing', () => {
    const rival: FitCriterion = {
      field: 'domain',
      operator: 'equals',
      value: 'rival.example',
      weight: 20,
      disqualify: true,
    };
    expect(score([software, rival], { industry: 'Software', domain: 'rival.example' }).value).toBe(0);
    expect(score([software, rival], { industry: 'Software', domain: 'other.example' })).toMatchObject({
      value: 100,
      coverage: 1,
    });
  });

  test.each<[string, Partial<FitCriterion>, unknown, 'matched' | 'missed' | 'unknown']>([
    ['negation of a list field', { operator: 'not_contains', value: 'SAP' }, ['Go', 'SAP'], 'missed'],
    ['not_in', { operator: 'not_in', value: ['a', 'b'] }, 'c', 'matched'],
    ['at_least', { operator: 'at_least', value: 10 }, 10, 'matched'],
    ['at_most', { operator: 'at_most', value: 10 }, 11, 'missed'],
    ['exists on nothing', { operator: 'exists' }, '', 'missed'],
    ['exists false on nothing', { operator: 'exists', value: false }, undefined, 'matched'],
    ['equals false', { operator: 'equals', value: false }, false, 'matched'],
    ['a number against text', { operator: 'at_least', value: 1 }, 'many', 'missed'],
    ['equals on nothing', { operator: 'equals', value: 'x' }, null, 'unknown'],
  ])('judges %s', (_name, criterion, actual, expected) => {
    const full = { field: 'customFields.x', operator: 'equals', weight: 1, ...criterion } as FitCriterion;
    expect(score([full], { customFields: { x: actual } })[expected]).toEqual([0]);
  });

  test('stays between 0 and 100, and puts each criterion into exactly one group', () => {
    const criterion = fc.record({
      field: fc.constantFrom('industry', 'employeeCount', 'technologies'),
      operator: fc.constantFrom('equals', 'not_equals', 'contains', 'exists'),
      value: fc.oneof(fc.string(), fc.integer()),
      weight: fc.integer({ min: 1, max: 20 }),
      required: fc.boolean(),
    }) as fc.Arbitrary<FitCriterion>;
    const record = fc.record({ industry: fc.string(), employeeCount: fc.integer() }, { requiredKeys: [] });
    fc.assert(
      fc.property(fc.array(criterion, { maxLength: 12 }), record, (criteria, data) => {
        const { value, coverage, matched, missed, unknown } = score(criteria, data);
        expect(value >= 0 && value <= 100 && coverage >= 0 && coverage <= 1).toBe(true);
        expect([...matched, ...missed, ...unknown].toSorted((a, b) => a - b)).toEqual(
          criteria.map((_, index) => index),
        );
      }),
    );
  });
});

describe('an explanation', () => {
  test('names the heaviest reasons first, in one sentence', () => {
    const criteria = [kubernetes, software, size];
    const result = score(criteria, { industry: 'Software', employeeCount: 4 });
    expect(explainFit(criteria, result)).toBe(
      'Fits 67 of 100 (B): matches industry is one of Software, Fintech, misses employeeCount is between 50 and 500, unknown whether technologies contains kubernetes.',
    );
  });

  test('names the criterion that rules a record out', () => {
    const criteria = [{ ...size, required: true }];
    expect(explainFit(criteria, score(criteria, { employeeCount: 1 }))).toBe(
      'Does not fit: ruled out by employeeCount is between 50 and 500.',
    );
  });
});

describe('a profile', () => {
  test('is rejected with the position and the allowed values', () => {
    const problems = criteriaProblems('company', [
      { field: 'seniority', operator: 'equals', value: 'vp', weight: 1 },
      { field: 'employeeCount', operator: 'between', value: [1], weight: 1 },
      { field: 'industry', operator: 'in', value: 'Software', weight: 1 },
      { field: 'customFields.budget', operator: 'at_least', value: 5, weight: 1 },
    ]);
    expect(problems.map(({ index, member }) => [index, member])).toEqual([
      [0, 'field'],
      [1, 'value'],
      [2, 'value'],
    ]);
    expect(problems[0]?.allowedValues).toContain('industry');
  });

  test('shows the distribution of a sample', () => {
    const profile = { criteria: [software, size], bands: defaultBands };
    const results = [{ industry: 'Software', employeeCount: 100 }, { industry: 'Retail' }, {}].map(
      compileProfile(profile),
    );
    expect(fitDistribution(profile, results)).toMatchObject({
      count: 3,
      histogram: [2, 0, 0, 0, 0, 0, 0, 0, 0, 1],
      grades: [
        { grade: 'A', count: 1 },
        { grade: 'B', count: 0 },
        { grade: 'C', count: 0 },
        { grade: 'D', count: 2 },
      ],
      criteria: [
        { matched: 1, missed: 1, unknown: 1 },
        { matched: 1, missed: 0, unknown: 2 },
      ],
    });
  });
});
