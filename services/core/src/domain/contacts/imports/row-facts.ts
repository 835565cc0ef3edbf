/** What a column of a file can become: a column that the table of fields names, or "customFields.<name>". */
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
] as const;

/** What was not stored as the file has it, in words that do not quote it: notes are kept with the job. */
export interface RowNote {
  code: (typeof noteCodes)[number];
  field: string;
  message: string;
}

/** What a file says about a person's will and address, whatever the row updates. */
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
  /** The row is an export of a contact with this ID. */
  contactId?: string;
  isTimeZoneInferred?: boolean;
}
