/** A day named in a text, and its position. */
export interface FoundDate {
  date: Date;
  /** Day after the named week or month, for people who are away during it. */
  dateAfter?: Date;
  index: number;
  end: number;
  kind: 'exact' | 'weekday' | 'relative';
}

/** Calendar day at an offset from another, in days. */
export function dayFrom(start: Date, days: number): Date {
  return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate() + days));
}
