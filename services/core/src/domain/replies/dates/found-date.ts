/** A day that a text names, and where. */
export interface FoundDate {
  date: Date;
  index: number;
  end: number;
  kind: 'exact' | 'weekday' | 'relative';
}
