import type { Shown } from '../shown/shown-value.ts';

/** Failed row of an import, as `list_job_rows` returns it. */
interface JobRow {
  item: number;
  cells: { column: string; text: string }[];
  field: string | null;
  message: string | null;
}

/** Columns of the file that a page shows. More would not fit. */
const columnsMax = 8;

/** The rows with the columns of their file, the one with the problem first. */
export function shownJobRows(data: unknown): Shown {
  const rows = data as JobRow[];
  const columns = columnsOf(rows).slice(0, columnsMax);
  if (rows.length === 0) return { is: 'empty' };
  return {
    is: 'table',
    heads: ['Row', 'Problem', ...columns],
    rows: rows.map(({ item, cells, message }) => [
      { is: 'number', text: item.toLocaleString('en-US') },
      message === null ? { is: 'empty' } : { is: 'sentence', text: message },
      ...columns.map((column): Shown => {
        const text = cells.find((cell) => cell.column === column)?.text ?? '';
        return text === '' ? { is: 'empty' } : { is: 'text', text };
      }),
    ]),
  };
}

/** All columns with a cell, in the order of the file as far as the rows show it. */
export function columnsOf(data: unknown): string[] {
  return [...new Set((data as JobRow[]).flatMap(({ cells }) => cells.map(({ column }) => column)))];
}
