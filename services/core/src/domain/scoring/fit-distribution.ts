import { criterionWords } from './fit-explanation.ts';
import type { FitProfile, FitResult } from './fit-score.ts';

export interface FitDistribution {
  count: number;
  average: number;
  averageCoverage: number;
  disqualifiedCount: number;
  /** Ten bins of ten points. The last one includes 100. */
  histogram: number[];
  grades: { grade: string; count: number }[];
  criteria: { criterion: string; matched: number; missed: number; unknown: number; disqualified: number }[];
}

const steps = 10;

function average(numbers: number[]): number {
  return numbers.length === 0
    ? 0
    : Math.round((100 * numbers.reduce((sum, number) => sum + number, 0)) / numbers.length) / 100;
}

function countOf(results: FitResult[], read: (result: FitResult) => number[], index: number): number {
  return results.filter((result) => read(result).includes(index)).length;
}

/** Distribution of a sample's scores, which shows whether a profile separates records, and by which criteria. */
export function fitDistribution({ criteria, bands }: FitProfile, results: FitResult[]): FitDistribution {
  const histogram = Array<number>(steps).fill(0);
  for (const { value } of results) histogram[Math.min(steps - 1, Math.floor(value / steps))]! += 1;
  return {
    count: results.length,
    average: average(results.map(({ value }) => value)),
    averageCoverage: average(results.map(({ coverage }) => coverage)),
    disqualifiedCount: results.filter(({ disqualifiers }) => disqualifiers.length > 0).length,
    histogram,
    grades: bands.map(({ grade }) => ({ grade, count: results.filter((result) => result.grade === grade).length })),
    criteria: criteria.map((criterion, index) => ({
      criterion: criterionWords(criterion),
      matched: countOf(results, ({ matched }) => matched, index),
      missed: countOf(results, ({ missed }) => missed, index),
      unknown: countOf(results, ({ unknown }) => unknown, index),
      disqualified: countOf(results, ({ disqualifiers }) => disqualifiers, index),
    })),
  };
}
