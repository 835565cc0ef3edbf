// npm run prose              reports findings that the baseline does not allow, with the measures.
// npm run prose -- PATH…     reports every finding below these paths.
// npm run prose -- --record  lowers the baseline to today's findings; rejects a higher total.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Baseline, countsOf, newFindings, staleEntries, totalOf } from './baseline.ts';
import { countsPerFolder, openerShare, sentenceLength } from './measures.ts';
import { readPassages } from './read-passages.ts';
import { type Finding, findingsIn } from './rules.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const baselineFile = new URL('baseline.json', import.meta.url);

const paths = process.argv.slice(2).filter((argument) => argument !== '--record');
const isRecording = process.argv.includes('--record');
const passages = readPassages(root);
const findings = passages.flatMap(findingsIn);
const baseline = JSON.parse(readFileSync(baselineFile, 'utf8')) as Baseline;

function print(lines: string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

function asLine({ file, line, rule, message }: Finding): string {
  return `${file}:${line} ${rule}: ${message}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function printMeasures(): void {
  const ofKind = (kind: string) => passages.filter((passage) => passage.kind === kind);
  const documents = ofKind('document');
  print([
    '',
    'Findings per folder:',
    ...countsPerFolder(findings).map(([folder, count]) => `${String(count).padStart(6)}  ${folder}`),
    `${String(findings.length).padStart(6)}  in total (baseline: ${totalOf(baseline)})`,
    '',
    `Comments that open with What, Who, Of, or Whether: ${percent(openerShare(ofKind('comment')))} of ${ofKind('comment').length} (aim: 2 %)`,
    `Other texts: ${percent(openerShare([...ofKind('public'), ...ofKind('test name')]))}; documents: ${percent(openerShare(documents))} (aim: 1 %)`,
    `Sentence length in documents: median ${sentenceLength(documents, 0.5)}, 90th percentile ${sentenceLength(documents, 0.9)} words (aim: 25)`,
  ]);
}

function record(): number {
  const [before, after] = [totalOf(baseline), findings.length];
  if (after > before && before > 0) {
    print([`The baseline can only shrink: it has ${before} findings, and there are ${after} now.`]);
    return 1;
  }
  const counts = countsOf(findings.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0)));
  writeFileSync(baselineFile, `${JSON.stringify(counts, null, 2)}\n`);
  print([`Recorded ${after} findings; ${before} before.`]);
  return 0;
}

function report(): number {
  if (paths.length > 0) {
    const wanted = findings.filter(({ file }) => paths.some((path) => file.startsWith(path)));
    print([...wanted.map(asLine), `${wanted.length} findings`]);
    return 0;
  }
  const added = newFindings(findings, baseline);
  const stale = staleEntries(findings, baseline, () => true);
  printMeasures();
  print(added.map(asLine));
  if (added.length > 0) print(['', 'New findings. Reword the lines above; test/prose/baseline.json can only shrink.']);
  if (stale.length > 0)
    print([...stale.slice(0, 20), 'Fewer findings than the baseline allows: npm run prose -- --record']);
  return added.length + stale.length > 0 ? 1 : 0;
}

process.exit(isRecording ? record() : report());
