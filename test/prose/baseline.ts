import type { Finding } from './rules.ts';

/** Findings that were there when the linter came, as a count per file and rule. It can only shrink. */
export type Baseline = Record<string, Partial<Record<string, number>>>;

export function countsOf(findings: readonly Finding[]): Baseline {
  const counts: Baseline = {};
  for (const { file, rule } of findings) {
    counts[file] = { ...counts[file], [rule]: (counts[file]?.[rule] ?? 0) + 1 };
  }
  return counts;
}

export function totalOf(baseline: Baseline): number {
  return Object.values(baseline)
    .flatMap((counts) => Object.values(counts))
    .reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

/** Findings of each file and rule that has more of them than the baseline allows. */
export function newFindings(findings: readonly Finding[], baseline: Baseline): Finding[] {
  const counts = countsOf(findings);
  return findings.filter(({ file, rule }) => counts[file]![rule]! > (baseline[file]?.[rule] ?? 0));
}

/** Entries that allow more than there is, as "file: rule". Only the given files are compared. */
export function staleEntries(findings: readonly Finding[], baseline: Baseline, isCompared: (file: string) => boolean) {
  const counts = countsOf(findings);
  return Object.entries(baseline)
    .filter(([file]) => isCompared(file))
    .flatMap(([file, allowed]) =>
      Object.entries(allowed)
        .filter(([rule, count]) => (counts[file]?.[rule] ?? 0) < count!)
        .map(([rule, count]) => `${file}: ${rule} ${counts[file]?.[rule] ?? 0}, was ${count}`),
    );
}
