import { oneLine } from '../../text/control-characters.ts';
import { withoutInvisible } from '../invisible-characters.ts';
import { cellText, damageOf } from './cell-values.ts';
import { scalarOf } from './json-shapes.ts';
import { isErrorValue, isNoName, isNothing } from './nothing.ts';
import { readers } from './read-cells.ts';
import type { Cell } from './read-will.ts';
import type { ColumnTarget, RowFacts } from './row-facts.ts';
import { mentionsOptOut, willColumnOf, willOfAnyCell } from './will-columns.ts';

export type { ColumnTarget, RowFacts, RowNote, RowWill } from './row-facts.ts';

export interface RowCell {
  column: string;
  /** Null if the column is ignored. */
  target: ColumnTarget | null;
  value: unknown;
}

export interface RowOptions {
  /** True if the cells use spreadsheet syntax. */
  isSheet: boolean;
  isOwn: boolean;
}

const customPrefix = 'customFields.';
const names = new Set(['firstName', 'lastName']);
const multiline = new Set(['basisNote', 'customFields']);
/** Targets whose lists and objects have their own structure. */
const structured = new Set(['tags', 'customFields']);

/** Converts a file row to unvalidated contact facts. Empty cells set nothing. */
export function rowToFacts(cells: readonly RowCell[], options: RowOptions): RowFacts {
  const row: RowFacts = { facts: {}, tags: [], will: {}, notes: [] };
  const hasNames = [...names].every((name) => cells.some(({ target, value }) => target === name && value));
  for (const cell of cells) {
    if (cell.value === null || cell.value === undefined) continue;
    if (cell.target !== null) place(cell, cell.target, row, options, hasNames);
    else if (!options.isOwn) hearUnread(cell, row);
  }
  if (row.isTimeZoneInferred) delete row.facts.timeZone;
  return row;
}

/** A cell of an unread column. One that only says "unsubscribed" counts; a longer text is reported. */
function hearUnread({ column, value }: RowCell, row: RowFacts): void {
  if (willOfAnyCell(value) === 'opted_out') row.will.isOptedOut = true;
  else if (mentionsOptOut(value)) {
    const message = `The column "${column}" is not read, and a text in it sounds like an opt-out: set doNotContact for these people.`;
    row.notes.push({ code: 'opt_out_not_read', field: 'doNotContact', message });
  }
}

function place(
  { column, value: raw }: RowCell,
  target: ColumnTarget,
  row: RowFacts,
  options: RowOptions,
  hasNames: boolean,
): void {
  const note: Cell['note'] = (code, field, message) => {
    if (!row.notes.some((one) => one.code === code && one.field === field)) row.notes.push({ code, field, message });
  };
  const value = structured.has(target) ? raw : scalarOf(raw);
  if (value === undefined) {
    note('cell_left_out', target, `The cell of ${target} is left out: its nested value has no known shape.`);
    return;
  }
  const clean =
    typeof value === 'string' ? withoutInvisible(options.isSheet ? cellText(value.trim()) : value).trim() : value;
  if (clean === '' || clean === null) return;
  if (target.startsWith(customPrefix)) {
    if (typeof clean === 'string' && isErrorValue(clean)) return;
    row.facts.customFields = { ...(row.facts.customFields as object), [target.slice(customPrefix.length)]: clean };
    return;
  }
  const text = textOf(clean, target);
  if (!options.isOwn && (names.has(target) ? isNoName(text, hasNames) : isNothing(text))) return;
  noteDamage(target, text, note);
  if (typeof value === 'string' && withoutInvisible(value) !== value && target !== 'email')
    note('invisible_removed', target, `Invisible characters were removed from ${target}.`);
  const cell = {
    target,
    text,
    value: target === 'email' ? value : clean,
    will: willColumnOf(column),
    isOwn: options.isOwn,
    row,
    note,
  };
  const read = readers[target];
  if (read === undefined) row.facts[target] = text;
  else read(cell);
}

function textOf(value: unknown, target: string): string {
  const text = typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return multiline.has(target) ? text : oneLine(text);
}

const damageWords = {
  entity: 'HTML entities (&amp;, &#39;): it is stored as it is',
  mojibake: 'characters of a wrong encoding (Ã¼ for ü): it is stored as it is',
  replacement: 'replacement characters (�), so its letters are lost: it is stored as it is',
};

function noteDamage(target: string, text: string, note: Cell['note']): void {
  const damage = damageOf(text);
  if (damage !== undefined) note(`damaged_${damage}`, target, `${target} has ${damageWords[damage]}.`);
}
