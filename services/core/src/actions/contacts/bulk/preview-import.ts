import { parseColumnRule } from '../../../domain/imports/column-guess.ts';
import type { ColumnTarget } from '../../../domain/imports/contact-row.ts';
import { AppError } from '../../../errors.ts';
import { readUpload } from '../../../store/work/upload-store.ts';
import type { ActionContext } from '../../action-context.ts';
import { type ColumnRules, type ImportFormat, mappingOf, readRows, toItem } from './import-rows.ts';
import { requireContactList } from './require-contact-list.ts';

const lookedAtMax = 200;
const sampleMax = 5;

export interface ImportInput {
  content?: string;
  format?: ImportFormat;
  columns?: string[];
  declaredBasis?: string;
  listId?: string;
}

/** The caller's words on columns; throws `validation_failed` for what cannot be read. */
export const columnRules = (columns: readonly string[] = []): ColumnRules => {
  const rules = new Map<string, ColumnTarget | null>();
  for (const text of columns) {
    const rule = parseColumnRule(text);
    if (rule === undefined) {
      throw new AppError('validation_failed', `"${text}" is not of the form Column=field with a field there is.`, {
        field: 'columns',
      });
    }
    rules.set(rule.column, rule.target);
  }
  return rules;
};

const formatOf = ({ content, format }: ImportInput, ctx: ActionContext): ImportFormat => {
  if (ctx.upload !== undefined && content !== undefined)
    throw new AppError('validation_failed', 'Send the file as the body or as content, not both.', { field: 'content' });
  if (ctx.upload !== undefined) return ctx.upload.contentType === 'text/csv' ? 'csv' : 'ndjson';
  if (content === undefined)
    throw new AppError('validation_failed', 'Send a file: as the raw body, or as content.', { field: 'content' });
  return format ?? (content.trimStart().startsWith('{') ? 'ndjson' : 'csv');
};

async function* bufferOf(content: string): AsyncGenerator<Buffer> {
  yield Buffer.from(content);
}

const countLines = (content: string): number => content.split('\n').filter((line) => line.trim() !== '').length;

/** What an import will make of a file: format, columns, the first rows, problems among the first 200. Stores nothing. */
export const previewImport = async (input: ImportInput, ctx: ActionContext) => {
  if (input.listId !== undefined) await requireContactList(input.listId, ctx);
  const rules = columnRules(input.columns);
  const format = formatOf(input, ctx);
  const source = ctx.upload ? readUpload(ctx.workspaceId, ctx.upload.id) : bufferOf(input.content!);
  const defaults = input.declaredBasis ? { declaredBasis: input.declaredBasis } : {};
  const looked = await lookAt(readRows(format, source), rules, defaults);
  if (looked.rows === 0) throw new AppError('validation_failed', 'The file holds no rows.', { field: 'content' });
  const unknown = [...rules.keys()].find((column) => !looked.columns.some((mapped) => mapped.column === column));
  if (unknown !== undefined && format === 'csv') {
    const allowedValues = looked.columns.map(({ column }) => column);
    throw new AppError('validation_failed', `The file has no column "${unknown}".`, {
      field: 'columns',
      allowedValues,
    });
  }
  const lines = ctx.upload ? ctx.upload.lines : countLines(input.content!);
  const rows = looked.isWhole ? looked.rows : Math.max(looked.rows, lines - (format === 'csv' ? 1 : 0));
  const isMapped = looked.columns.some(({ target }) => target === 'email' || target === 'externalId');
  const guessedWarnings = isMapped ? [] : ['No column becomes email or externalId: rows cannot be matched.'];
  return { ...looked, format, rows, guessedWarnings };
};

const lookAt = async (source: ReturnType<typeof readRows>, rules: ColumnRules, defaults: Record<string, unknown>) => {
  const sample: Record<string, unknown>[] = [];
  const problems: { row: number; code: string; field: string | null; message: string }[] = [];
  let columns: ReturnType<typeof mappingOf> = [];
  let rows = 0;
  for await (const row of source) {
    if (rows === lookedAtMax) return { columns, sample, problems, rows, isWhole: false };
    rows += 1;
    const mapping = mappingOf(row, rules);
    if (columns.length === 0) columns = mapping;
    const item = toItem(row, rows, mapping, defaults);
    if ('problem' in item) problems.push({ row: rows, ...item.problem });
    else if (sample.length < sampleMax) sample.push({ ...item.facts });
  }
  return { columns, sample, problems, rows, isWhole: true };
};
