import { stages } from '../contact-values.ts';
import type { RowFacts, RowNote } from './row-facts.ts';
import { type WillColumn, willOf } from './will-columns.ts';

/** A cell to be read into the facts of a row. */
export interface Cell {
  target: string;
  /** Text without spreadsheet syntax, on one line if the field is a single line. */
  text: string;
  value: unknown;
  /** Kind of opt-out column, judged by its name. */
  will: WillColumn | undefined;
  /** True if the file is one of our exports. Its values are not interpreted. */
  isOwn: boolean;
  row: RowFacts;
  note(code: RowNote['code'], field: string, message: string): void;
}

export function leftOut({ note, target }: Cell, why: string): void {
  note('cell_left_out', target, `The cell of ${target} is left out: ${why}.`);
}

export function applyWill(cell: Cell, column: WillColumn): void {
  const will = willOf(column, cell.value);
  // The caller has confirmed the meaning of the column, so a reason in words is also an opt-out.
  if (will === 'opted_out' || will === 'unclear') cell.row.will.isOptedOut = true;
  if (will === 'bounced') cell.row.will.isBounced = true;
  if (will === 'not_interested') cell.row.will.stage = 'not_interested';
}

export function readStage(cell: Cell): void {
  const code = cell.text.toLowerCase().replace(/[\s-]+/g, '_');
  if (code === 'do_not_contact') cell.row.will.isOptedOut = true;
  else if ((stages as readonly string[]).includes(code)) cell.row.will.stage ??= code;
  else applyWill(cell, 'status');
}

export function readNoticeDay(cell: Cell): void {
  const at = new Date(cell.text);
  if (Number.isNaN(at.getTime()) || !/^\d{4}-\d{2}-\d{2}/.test(cell.text))
    leftOut(cell, 'it is not a date like 2026-01-31');
  else cell.row.will.noticeSentAt = at;
}
