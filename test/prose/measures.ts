import type { Passage } from './passage.ts';
import { type Finding, isOpener } from './rules.ts';
import { sentencesOf, wordCount } from './sentences.ts';

/** Share of passages whose first sentence opens with What, Who, Of, or Whether; 0 without passages. */
export function openerShare(passages: readonly Passage[]): number {
  const opening = passages.filter(({ text, kind }) => isOpener(sentencesOf(text)[0] ?? '', kind));
  return passages.length === 0 ? 0 : opening.length / passages.length;
}

/** Sentence length in words that the given share of sentences does not exceed. Fragments of fewer than four words do not count. */
export function sentenceLength(passages: readonly Passage[], share: number): number {
  const lengths = passages
    .flatMap(({ text }) => sentencesOf(text).map(wordCount))
    .filter((words) => words >= 4)
    .sort((a, b) => a - b);
  return lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * share))] ?? 0;
}

/** Findings per folder: two levels deep, three within a service. */
export function countsPerFolder(findings: readonly Finding[]): [folder: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { file } of findings) {
    const folder = folderOf(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}

function folderOf(file: string): string {
  const folders = file.split('/').slice(0, -1);
  return folders.slice(0, folders[0] === 'services' ? 4 : 2).join('/') || '.';
}
