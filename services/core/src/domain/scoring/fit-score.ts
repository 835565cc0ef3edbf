import type { FitBand, FitCriterion } from './fit-criteria.ts';
import { compileCriterion } from './fit-criterion-test.ts';

export interface FitResult {
  /** 0 to 100: matched weight as a share of the weight of criteria with known values. */
  value: number;
  grade: string;
  /** 0 to 1: share of the total weight whose criteria have known values. */
  coverage: number;
  /** Indexes into the profile's criteria. */
  matched: number[];
  missed: number[];
  unknown: number[];
  /** Criteria that rule the record out. The value is then 0. */
  disqualifiers: number[];
}

export interface FitProfile {
  criteria: readonly FitCriterion[];
  bands: readonly FitBand[];
}

export type FitScorer = (record: object) => FitResult;

function gradeOf(bands: readonly FitBand[], value: number): string {
  return bands.find(({ from }) => value >= from)?.grade ?? bands.at(-1)?.grade ?? '';
}

function round(share: number): number {
  return Math.round(share * 100) / 100;
}

/**
 * Compiles a profile to a function of one record. Missing data is not a miss: it lowers the coverage, not the value.
 */
export function compileProfile({ criteria, bands }: FitProfile): FitScorer {
  const tests = criteria.map(compileCriterion);
  const sorted = bands.toSorted((a, b) => b.from - a.from);
  const total = criteria.reduce((sum, { weight, disqualify }) => sum + (disqualify ? 0 : weight), 0);
  return (record) => {
    const result: FitResult = {
      value: 0,
      grade: '',
      coverage: 0,
      matched: [],
      missed: [],
      unknown: [],
      disqualifiers: [],
    };
    let reached = 0;
    let known = 0;
    for (let index = 0; index < tests.length; index += 1) {
      const { weight, required, disqualify } = criteria[index]!;
      const outcome = tests[index]!(record);
      if (disqualify) {
        if (outcome === 1) result.disqualifiers.push(index);
        continue;
      }
      if (outcome === -1) {
        result.unknown.push(index);
        continue;
      }
      known += weight;
      if (outcome === 1) {
        reached += weight;
        result.matched.push(index);
      } else {
        result.missed.push(index);
        if (required) result.disqualifiers.push(index);
      }
    }
    const isOut = result.disqualifiers.length > 0 || known === 0;
    result.value = isOut ? 0 : Math.round((100 * reached) / known);
    result.coverage = total === 0 ? 0 : round(known / total);
    result.grade = gradeOf(sorted, result.value);
    return result;
  };
}
