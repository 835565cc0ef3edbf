import type { ColumnMapping } from '../../../domain/contacts/imports/column-guess.ts';
import { counted } from '../../../domain/text/counted.ts';
import { AppError } from '../../../errors/errors.ts';
import type { PlannedUpsert } from './plan-upserts.ts';

const examplesMax = 3;

/** Warnings about groups of rows that a person must know before the import, with counts. */
export class RowWarnings {
  readonly #rowsByMessage = new Map<string, number[]>();
  #optedOut = 0;
  #bounced = 0;
  #suppressed = 0;

  add({ item, outcome, notes = [], will, isSuppressed }: PlannedUpsert): void {
    for (const { message } of notes)
      this.#rowsByMessage.set(message, [...(this.#rowsByMessage.get(message) ?? []), item]);
    if (outcome === 'failed') return;
    if (will?.isOptedOut) this.#optedOut += 1;
    if (will?.isBounced) this.#bounced += 1;
    if (isSuppressed) this.#suppressed += 1;
  }

  list(): string[] {
    const noted = [...this.#rowsByMessage].map(([message, rows]) => {
      const named = rows.slice(0, examplesMax).join(', ');
      const more = rows.length > examplesMax ? ', …' : '';
      return `${message} (${counted(rows.length, 'row')}: ${named}${more})`;
    });
    const people: [number, string][] = [
      [this.#optedOut, 'opted out, as the file says: doNotContact is set, and the address is suppressed.'],
      [this.#bounced, 'bounced, as the file says: the email status is invalid.'],
      [this.#suppressed, 'suppressed or erased before: doNotContact is set.'],
    ];
    const counts = people.filter(([count]) => count > 0).map(([count, what]) => `${counted(count, 'row')}: ${what}`);
    return [...counts, ...noted];
  }
}

interface ImportFacts {
  columns: ColumnMapping[];
  rowWarnings: RowWarnings;
  isWhole: boolean;
  rows: number;
  rowsMax: number;
}

export function warningsOf({ columns, rowWarnings, isWhole, rows, rowsMax }: ImportFacts): string[] {
  const isMatched = columns.some(({ target }) => target === 'email' || target === 'externalId');
  const unmatched = isMatched ? [] : ['No column becomes email or externalId: rows cannot be matched.'];
  const most = rowsMax.toLocaleString('en');
  const partial = `The file has more than ${most} rows: only the first ${rows} were planned. With validateOnly a job plans all of them and stores nothing.`;
  const questions = columns.flatMap(({ question }) => question ?? []);
  return [...questions, ...rowWarnings.list(), ...unmatched, ...(isWhole ? [] : [partial])];
}

/** Requires an answer for each unread column that looks like an opt-out, before any contact is stored. */
export function requireAnswers(questions: readonly string[]): void {
  if (questions.length === 0) return;
  throw new AppError('validation_failed', questions.join(' '), { field: 'columns' });
}
