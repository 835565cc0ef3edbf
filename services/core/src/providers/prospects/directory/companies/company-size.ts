import type { EmployeeRange } from '../../../../domain/companies/employee-ranges.ts';
import type { RevenueRange } from '../../../../domain/prospects/prospect.ts';
import type { SeededRandom } from '../../../../domain/values/random.ts';

interface SizeBand {
  range: EmployeeRange;
  min: number;
  max: number;
  weight: number;
  people: [number, number];
}

/** Many small companies and few large ones. Larger ones list more people. */
const bands: SizeBand[] = [
  { range: '1-10', min: 2, max: 10, weight: 16, people: [1, 3] },
  { range: '11-50', min: 11, max: 50, weight: 28, people: [2, 5] },
  { range: '51-200', min: 51, max: 200, weight: 26, people: [3, 6] },
  { range: '201-500', min: 201, max: 500, weight: 13, people: [4, 8] },
  { range: '501-1000', min: 501, max: 1000, weight: 7, people: [5, 9] },
  { range: '1001-5000', min: 1001, max: 5000, weight: 6, people: [6, 11] },
  { range: '5001-10000', min: 5001, max: 10_000, weight: 2, people: [8, 12] },
  { range: '10001+', min: 10_001, max: 60_000, weight: 2, people: [9, 14] },
];

const revenueBounds: [number, RevenueRange][] = [
  [1, '0-1M'],
  [10, '1M-10M'],
  [50, '10M-50M'],
  [100, '50M-100M'],
  [500, '100M-500M'],
  [1000, '500M-1B'],
];

function revenueRangeOf(millions: number): RevenueRange {
  return revenueBounds.find(([bound]) => millions < bound)?.[1] ?? '1B+';
}

export interface CompanySize {
  employeeCount: number;
  employeeRange: EmployeeRange;
  revenueRange: RevenueRange;
  listedPeople: number;
}

export function drawSize(random: SeededRandom): CompanySize {
  const band = random.pickWeighted(bands);
  const employeeCount = random.integer(band.min, band.max);
  const revenuePerHead = 0.08 + random.next() * 0.22;
  return {
    employeeCount,
    employeeRange: band.range,
    revenueRange: revenueRangeOf(employeeCount * revenuePerHead),
    listedPeople: random.integer(...band.people),
  };
}
