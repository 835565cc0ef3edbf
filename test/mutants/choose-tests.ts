import { basename, dirname } from 'node:path';
import { branchAt } from './count-visits.ts';
import type { Mutant } from './mutate.ts';
import type { CountedFile, CountedTest, TestFile } from './test-runner.ts';

/** How much more a test counts that stands beside the file it runs. */
const nearWeight = 10;

function isNear(test: string, file: string): boolean {
  return dirname(test) === dirname(file) || basename(test).startsWith(basename(file, '.ts'));
}

/** The part of all that a test runs which is the branch: what is written for it runs little else. */
function shareOf({ visits }: CountedTest, isMeant: (branch: string) => boolean): number {
  let all = 0;
  let meant = 0;
  for (const [branch, count] of Object.entries(visits)) {
    all += count;
    if (isMeant(branch)) meant += count;
  }
  return all === 0 ? 0 : meant / all;
}

/** The tests that run the branch of a mutant, those that are most about it first, as many as end within a time. */
export function chooseTests(
  { file, start }: Mutant,
  code: string,
  counted: readonly CountedFile[],
  ms: number,
): TestFile[] {
  const name = branchAt(file, code, start);
  const isMeant = (branch: string) => (name === undefined ? branch.startsWith(`${file}:`) : branch === name);
  const candidates = counted
    .flatMap((of) =>
      of.tests.map((test) => ({ of, test, weight: shareOf(test, isMeant) * (isNear(of.test, file) ? nearWeight : 1) })),
    )
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  const chosen = new Map<string, string[]>();
  let left = ms;
  for (const { of, test } of candidates) {
    const ids = chosen.get(of.test);
    const cost = test.ms + (ids === undefined ? of.setupMs : 0);
    if (cost > left && chosen.size > 0) continue;
    left -= cost;
    if (ids === undefined) chosen.set(of.test, [test.id]);
    else ids.push(test.id);
  }
  return [...chosen].map(([test, ids]) => ({ test, ids }));
}
