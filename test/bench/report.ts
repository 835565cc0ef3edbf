import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/** One row of the table. Unmeasured values are absent. */
export interface Row {
  name: string;
  /** Number of stored contacts. */
  size: number;
  rate?: number;
  p50?: number;
  p99?: number;
  cpuMs?: number;
  commands?: number;
  syncs?: number;
  logKb?: number;
  baseline?: string;
  ratio?: number;
  aim?: number;
}

const document = new URL('../../docs/performance.md', import.meta.url);
const columns = {
  name: 'Operation',
  size: 'Contacts',
  rate: 'Per second',
  p50: 'p50 ms',
  p99: 'p99 ms',
  cpuMs: 'CPU ms',
  commands: 'Store commands',
  syncs: 'fsyncs',
  logKb: 'log KB',
  baseline: 'Compared with',
  ratio: 'Ratio',
  aim: 'Aim',
} as const satisfies Record<keyof Row, string>;
const names = Object.keys(columns) as (keyof Row)[];
/** A larger drop of a ratio is reported. */
const fallMax = 0.2;

function cellOf(value: string | number | null | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'number' ? String(Number(value.toPrecision(3))) : value;
}

function lineOf(cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function tableOf(rows: Row[]): string[] {
  return [
    lineOf(Object.values(columns)),
    lineOf(names.map(() => '---')),
    ...rows.map((row) => lineOf(names.map((name) => cellOf(row[name])))),
  ];
}

/** Rows of an existing table. */
function rowsIn(text: string): Row[] {
  const lines = text.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(2).map((line) => {
    const cells = line.slice(2, -2).split(' | ');
    const members = names.map((name, i) => {
      const cell = cells[i]!.trim();
      return [name, cell === '' ? undefined : name === 'name' || name === 'baseline' ? cell : Number(cell)];
    });
    return Object.fromEntries(members) as Row;
  });
}

function keyOf({ name, size }: Row): string {
  return `${name} at ${size}`;
}

function committed(): Row[] {
  try {
    return rowsIn(execFileSync('git', ['show', 'HEAD:docs/performance.md'], { encoding: 'utf8', stdio: 'pipe' }));
  } catch {
    return [];
  }
}

/** Ratios that dropped since the last commit. */
function fallen(before: Row[], after: Row[]): string[] {
  const earlier = new Map(before.map((row) => [keyOf(row), row.ratio]));
  return after.flatMap((row) => {
    const ratio = earlier.get(keyOf(row));
    if (ratio === undefined || row.ratio === undefined || row.ratio >= ratio * (1 - fallMax)) return [];
    return [`${keyOf(row)}: the ratio fell from ${cellOf(ratio)} to ${cellOf(row.ratio)}`];
  });
}

function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${first?.model.trim() ?? 'unknown processor'}, ${cpus().length} processors, ${memory} GB, ${process.platform}, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}`;
}

/** Writes the whole table. Rows of this run replace rows of the same name and size. */
function write(measured: Row[]): void {
  const text = readFileSync(document, 'utf8');
  const [head = '', rest = ''] = text.split('<!-- measured -->');
  const replaced = new Map([...rowsIn(rest), ...measured].map((row) => [keyOf(row), row]));
  const body = [`Machine: ${machine()}`, '', ...tableOf([...replaced.values()])].join('\n');
  writeFileSync(document, `${head}<!-- measured -->\n\n${body}\n`);
}

const [file] = process.argv.slice(2);
if (import.meta.main && file !== undefined) {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const measured: Row[] = lines.map((line) => JSON.parse(line));
  const worse = fallen(committed(), measured);
  write(measured);
  for (const line of worse) process.stdout.write(`${line}\n`);
  process.exitCode = worse.length > 0 ? 1 : 0;
}
