/** Target of a file column: a column in the field table, or "customFields.<name>". */
export type ColumnTarget = string;

export const noteCodes = [
  'cell_left_out',
  'invisible_removed',
  'shared_host',
  'damaged_entity',
  'damaged_mojibake',
  'damaged_replacement',
  'id_conflict',
  'other_address',
  'opt_out_not_read',
] as const;

/** Value not stored as it appears in the file, or not read. The message does not quote it, because notes are kept with the job. */
export interface RowNote {
  code: (typeof noteCodes)[number];
  field: string;
  message: string;
}

/** Opt-out, bounce, or stage in a file row. Applies no matter which facts the row updates. */
export interface RowWill {
  isOptedOut?: boolean;
  isBounced?: boolean;
  stage?: string;
  noticeSentAt?: Date;
}

export interface RowFacts {
  facts: Record<string, unknown>;
  tags: string[];
  will: RowWill;
  notes: RowNote[];
  /** Contact ID, if the row comes from one of our exports. */
  contactId?: string;
  isTimeZoneInferred?: boolean;
}
