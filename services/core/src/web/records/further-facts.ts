import { type Fields, namesOf } from '../../domain/fields/fields.ts';
import { type Shown, shown } from '../shown/shown-value.ts';

/**
 * The fields of a record that its page does not place itself, as rows. `placed`: the others. A new field of the table
 * appears here.
 */
export function furtherFacts(fields: Fields, record: object, placed: readonly string[]): Shown {
  return shown(Object.fromEntries(Object.entries(record).filter(([name]) => name in fields && !placed.includes(name))));
}

/** Settable fields that no part of the page edits yet. */
export function furtherSettable<F extends Fields>(fields: F, edited: readonly string[]): string[] {
  return namesOf(fields, ({ settable }) => settable !== undefined).filter((name) => !edited.includes(name));
}
