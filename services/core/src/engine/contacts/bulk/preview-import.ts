import type { ColumnMapping } from '../../../domain/contacts/imports/column-guess.ts';
import type { ColumnTarget } from '../../../domain/contacts/imports/contact-row.ts';
import type { FoundEncoding } from '../../../domain/contacts/imports/text-encoding.ts';
import { AppError } from '../../../errors/errors.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { itemBatches, openFile } from './import-batches.ts';
import type { ColumnRules } from './import-rows.ts';
import { RowWarnings, warningsOf } from './import-warnings.ts';
import type { PlannedUpsert, UpsertOptions } from './plan-upserts.ts';
import { type FileInput, sentFile } from './read-file.ts';
import { type SimulatedUpserts, UpsertSimulation } from './simulate-upserts.ts';

/** Largest number of rows that a dry run plans completely. A job validates larger files. */
export const exactRowsMax = 10_000;
const lookedAtMax = 500;
const [sampleMax, problemsMax] = [5, 200];
/** Problems of one kind. More would not tell more. */
const alikeMax = 10;

export interface ImportInput extends FileInput {
  columns?: string[];
  declaredBasis?: string;
  listId?: string;
}

function addUnlikeOthers(problems: RowProblem[], { row, code, field, message }: RowProblem): void {
  const alike = problems.filter((one) => one.code === code && one.field === field);
  if (problems.length < problemsMax && alike.length < alikeMax) problems.push({ row, code, field, message });
}

export interface RowProblem {
  row: number;
  code: string;
  field: string | null;
  message: string;
}

export interface Looked {
  columns: ColumnMapping[];
  sample: Record<string, unknown>[];
  problems: RowProblem[];
  /** Values that are changed before storage, or skipped. */
  notes: RowProblem[];
  rowWarnings: RowWarnings;
  /** Rows that change nothing, each with its reason. */
  left: { row: number; reason: string; before?: PlannedUpsert['before']; facts: PlannedUpsert['facts'] }[];
  rows: number;
  isWhole: boolean;
  outcome: SimulatedUpserts;
}

function countLines(content: string): number {
  return content.split('\n').filter((line) => line.trim() !== '').length;
}

/**
 * Preview of an import: format, columns, the first rows, and the exact outcome of every row, for up to 10,000 rows. For
 * a longer file, only the beginning is checked. Stores nothing.
 */
export async function previewImport(input: ImportInput, options: UpsertOptions, ctx: ActionContext) {
  const { upload, format, encoding, open } = await sentFile(input, ctx);
  const lines = upload ? upload.lines : countLines(input.content!);
  const rowsMax = lines - 1 > exactRowsMax ? lookedAtMax : exactRowsMax;
  const file = await openFile(format, () => open(), { ...input, encoding }, ctx);
  const looked = await lookAt(itemBatches(file), rowsMax, new UpsertSimulation(options, ctx));
  if (looked.rows === 0) throw new AppError('validation_failed', 'The file holds no rows.', { field: 'content' });
  if (format === 'csv') requireColumns(looked.columns, file.reading.rules);
  const rows = looked.isWhole ? looked.rows : Math.max(looked.rows, lines - (format === 'csv' ? 1 : 0));
  return {
    ...looked,
    upload,
    format,
    rows,
    warnings: [...encodingWarnings(file.encoding), ...warningsOf({ ...looked, rowsMax: exactRowsMax })],
  };
}

function encodingWarnings({ encoding, isGuess, isDamaged }: FoundEncoding): string[] {
  if (isGuess)
    return [
      `The file is not UTF-8. Its characters were read as ${encoding}: check the names in the sample, or name the encoding.`,
    ];
  return isDamaged ? ['Some bytes of the file are not in its character encoding, UTF-8: rows with them fail.'] : [];
}

function requireColumns(columns: ColumnMapping[], rules: ColumnRules): void {
  const allowedValues = columns.map(({ column }) => column);
  const unknown = [...rules.keys()].find((column) => !allowedValues.includes(column));
  const problem = unknown !== undefined ? `The file has no column "${unknown}".` : unusable(columns);
  if (problem !== undefined) throw new AppError('validation_failed', problem, { field: 'columns', allowedValues });
}

/** Reason why no row can create or match a contact. Undefined if rows can. */
function unusable(columns: ColumnMapping[]): string | undefined {
  const targets = new Set<ColumnTarget | null>(columns.map(({ target }) => target));
  const isNamed = targets.has('fullName') || (targets.has('firstName') && targets.has('lastName'));
  const isUsable = targets.has('email') || targets.has('externalId') || (isNamed && targets.has('companyDomain'));
  const wanted = 'email, externalId, or a name and companyDomain';
  return isUsable ? undefined : `No column of the file becomes ${wanted}: name them in columns.`;
}

async function lookAt(
  batches: ReturnType<typeof itemBatches>,
  rowsMax: number,
  simulation: UpsertSimulation,
): Promise<Looked> {
  const looked: Omit<Looked, 'outcome'> = {
    columns: [],
    sample: [],
    problems: [],
    notes: [],
    rowWarnings: new RowWarnings(),
    left: [],
    rows: 0,
    isWhole: true,
  };
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

function note(planned: PlannedUpsert, looked: Omit<Looked, 'outcome'>): void {
  const { item, outcome, facts, before, problem, notes = [] } = planned;
  looked.rowWarnings.add(planned);
  if (outcome === 'failed') addUnlikeOthers(looked.problems, { row: item, ...problem! });
  for (const one of notes) addUnlikeOthers(looked.notes, { row: item, ...one });
  if (outcome === 'created' || outcome === 'updated') {
    if (looked.sample.length < sampleMax) looked.sample.push({ ...facts });
  } else looked.left.push({ row: item, reason: problem?.code ?? 'unchanged', before, facts });
}
