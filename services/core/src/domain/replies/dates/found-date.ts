/** A day that a text names, and where. */
export interface FoundDate {
  date: Date;
  /** The day after the week or month that is named: for those who are away in it. */
  dateAfter?: Date;
  index: number;
  end: number;
  kind: 'exact' | 'weekday' | 'relative';
}

/** A calendar day, some days from another. */
export function dayFrom(start: Date, days: number): Date {
  return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate() + days));
}
