export const employeeRanges = [
  '1-10',
  '11-50',
  '51-200',
  '201-500',
  '501-1000',
  '1001-5000',
  '5001-10000',
  '10001+',
] as const;
export type EmployeeRange = (typeof employeeRanges)[number];

const upperBounds = [10, 50, 200, 500, 1_000, 5_000, 10_000];

export function employeeRangeOf(count: number): EmployeeRange {
  const index = upperBounds.findIndex((bound) => count <= bound);
  return employeeRanges[index === -1 ? upperBounds.length : index]!;
}
