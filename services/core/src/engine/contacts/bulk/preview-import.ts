import type { ColumnMapping } from '../../../domain/contacts/imports/column-guess.ts';
import type { ColumnTarget } from '../../../domain/contacts/imports/contact-row.ts';
import { AppError } from '../../../errors/errors.ts';
import { readUpload } from '../../../store/jobs/upload-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { itemBatches, readingOf } from './import-batches.ts';
import { type ColumnRules, type ImportFormat, readRows } from './import-rows.ts';
import type { PlannedUpsert, UpsertOptions } from './plan-upserts.ts';
import { type SimulatedUpserts, UpsertSimulation } from './simulate-upserts.ts';

/** Up to here a dry run plans every row; beyond, a job does. */
export const exactRowsMax = 10_000;
const lookedAtMax = 500;
const [sampleMax, problemsMax] = [5, 200];

export interface ImportInput {
  content?: string;
  format?: ImportFormat;
  columns?: string[];
  declaredBasis?: string;
  listId?: string;
}

export interface RowProblem {
  row: number;
  code: string;
  field: string | null;
  message: string;
}

interface Looked {
  columns: ColumnMapping[];
  sample: Record<string, unknown>[];
  problems: RowProblem[];
  /** Rows that change nothing, each with its reason. */
  left: { row: number; reason: string; before?: PlannedUpsert['before']; facts: PlannedUpsert['facts'] }[];
  rows: number;
  isWhole: boolean;
  outcome: SimulatedUpserts;
}

function formatOf({ content, format }: ImportInput, ctx: ActionContext): ImportFormat {
  if (ctx.upload !== undefined && content !== undefined)
    throw new AppError('validation_failed', 'Send the file as the body or as content, not both.', { field: 'content' });
  if (ctx.upload !== undefined) return ctx.upload.contentType === 'text/csv' ? 'csv' : 'ndjson';
  if (content === undefined)
    throw new AppError('validation_failed', 'Send a file: as the raw body, or as content.', { field: 'content' });
  return format ?? (content.trimStart().startsWith('{') ? 'ndjson' : 'csv');
}

async function* bufferOf(content: string): AsyncGenerator<Buffer> {
  yield Buffer.from(content);
}

function countLines(content: string): number {
  return content.split('\n').filter((line) => line.trim() !== '').length;
}

/**
 * What an import will make of a file: format, columns, the first rows, and what becomes of every row, exactly, up to
 * 10,000 of them; of a longer file only the beginning is looked at. Stores nothing.
 */
export async function previewImport(input: ImportInput, options: UpsertOptions, ctx: ActionContext) {
  const reading = await readingOf(input, ctx);
  const format = formatOf(input, ctx);
  const source = ctx.upload ? readUpload(ctx.workspaceId, ctx.upload.id) : bufferOf(input.content!);
  const lines = ctx.upload ? ctx.upload.lines : countLines(input.content!);
  const rowsMax = lines - 1 > exactRowsMax ? lookedAtMax : exactRowsMax;
  const batches = itemBatches(readRows(format, source), format, reading);
  const looked = await lookAt(batches, rowsMax, new UpsertSimulation(options, ctx));
  if (looked.rows === 0) throw new AppError('validation_failed', 'The file holds no rows.', { field: 'content' });
  if (format === 'csv') requireColumns(looked.columns, reading.rules);
  const rows = looked.isWhole ? looked.rows : Math.max(looked.rows, lines - (format === 'csv' ? 1 : 0));
  return { ...looked, format, rows, warnings: warningsOf(looked) };
}

function requireColumns(columns: ColumnMapping[], rules: ColumnRules): void {
  const allowedValues = columns.map(({ column }) => column);
  const unknown = [...rules.keys()].find((column) => !allowedValues.includes(column));
  const problem = unknown !== undefined ? `The file has no column "${unknown}".` : unusable(columns);
  if (problem !== undefined) throw new AppError('validation_failed', problem, { field: 'columns', allowedValues });
}

/** Why no row can become a contact, or be matched to one; undefined when one can. */
function unusable(columns: ColumnMapping[]): string | undefined {
  const targets = new Set<ColumnTarget | null>(columns.map(({ target }) => target));
  const isNamed = targets.has('fullName') || (targets.has('firstName') && targets.has('lastName'));
  const isUsable = targets.has('email') || targets.has('externalId') || (isNamed && targets.has('companyDomain'));
  const wanted = 'email, externalId, or a name and companyDomain';
  return isUsable ? undefined : `No column of the file becomes ${wanted}: name them in columns.`;
}

function warningsOf({ columns, isWhole, rows }: Looked): string[] {
  const isMatched = columns.some(({ target }) => target === 'email' || target === 'externalId');
  const unmatched = isMatched ? [] : ['No column becomes email or externalId: rows cannot be matched.'];
  const most = exactRowsMax.toLocaleString('en');
  const partial = `The file has more than ${most} rows: only the first ${rows} were planned. With validateOnly a job plans all of them and stores nothing.`;
  return isWhole ? unmatched : [...unmatched, partial];
}

async function lookAt(
  batches: ReturnType<typeof itemBatches>,
  rowsMax: number,
  simulation: UpsertSimulation,
): Promise<Looked> {
  const looked: Omit<Looked, 'outcome'> = { columns: [], sample: [], problems: [], left: [], rows: 0, isWhole: true };
  for await (const { items, rows, columns } of batches) {
    if (looked.rows >= rowsMax) {
      looked.isWhole = false;
      break;
    }
    for (const one of await simulation.plan(items)) note(one, looked);
    Object.assign(looked, { rows, columns });
  }
  return { ...looked, outcome: simulation.sum() };
}

function note({ item, outcome, facts, before, problem }: PlannedUpsert, looked: Omit<Looked, 'outcome'>): void {
  if (outcome === 'failed' && looked.problems.length < problemsMax) {
    const { code, field, message } = problem!;
    looked.problems.push({ row: item, code, field, message });
  }
  if (outcome === 'created' || outcome === 'updated') {
    if (looked.sample.length < sampleMax) looked.sample.push({ ...facts });
  } else looked.left.push({ row: item, reason: problem?.code ?? 'unchanged', before, facts });
}
