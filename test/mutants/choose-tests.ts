import { basename, dirname } from 'node:path';
import { branchAfter, branchAt } from './count-visits.ts';
import type { Mutant } from './mutate.ts';
import type { CountedFile, CountedTest, TestFile } from './test-runner.ts';

/** Weight of tests next to the file they test. */
const nearWeight = 10;
/** Minimum number of tests to run, however long they take. */
const testsMin = 6;
/** Weight of tests whose condition went the way that the mutant disables. */
const noticeableWeight = 1_000;

function isNear(test: string, file: string): boolean {
  return dirname(test) === dirname(file) || basename(test).startsWith(basename(file, '.ts'));
}

/** Share of the branch in all code that the test runs. A test of this branch runs little else. */
function shareOf({ visits }: CountedTest, isMeant: (branch: string) => boolean): number {
  let all = 0;
  let meant = 0;
  for (const [branch, count] of Object.entries(visits)) {
    all += count;
    if (isMeant(branch)) meant += count;
  }
  return all === 0 ? 0 : meant / all;
}

/** True if a condition that always holds, or never holds, changes the path of the test. */
function differs({ visits }: CountedTest, { text }: Mutant, around: string, conditional: string): boolean {
  const [all = 0, held = 0] = [visits[around], visits[conditional]];
  return text === 'false' ? held > 0 : held < all;
}

/** Tests that run the branch of a mutant, the most specific first, as many as fit the time. */
export function chooseTests(mutant: Mutant, code: string, counted: readonly CountedFile[], ms: number): TestFile[] {
  const { file, start, end, text } = mutant;
  const name = branchAt(file, code, start);
  const conditional = text === 'true' || text === 'false' ? branchAfter(file, code, end) : undefined;
  const isNoticeable = (test: CountedTest) =>
    name !== undefined && conditional !== undefined && differs(test, mutant, name, conditional);
  const isMeant = (branch: string) => (name === undefined ? branch.startsWith(`${file}:`) : branch === name);
  const candidates = counted
    .flatMap((of) =>
      of.tests.map((test) => {
        const factor = (isNear(of.test, file) ? nearWeight : 1) * (isNoticeable(test) ? noticeableWeight : 1);
        return { of, test, weight: shareOf(test, isMeant) * factor };
      }),
    )
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  const chosen = new Map<string, string[]>();
  let left = ms;
  let count = 0;
  for (const { of, test } of candidates) {
    const ids = chosen.get(of.test);
    const cost = test.ms + (ids === undefined ? of.setupMs : 0);
    if (cost > left && count >= testsMin) continue;
    left -= cost;
    count += 1;
    if (ids === undefined) chosen.set(of.test, [test.id]);
    else ids.push(test.id);
  }
  return [...chosen].map(([test, ids]) => ({ test, ids }));
}
