import type { Shown } from '../shown/shown-value.ts';

/** One page of records: the list, what it shows, and what can be done from it. */
export interface RecordPage {
  path: string;
  title: string;
  list: string;
  /** Shown unless the person chooses others; the first one links to the record. */
  columns: readonly string[];
  /** What columns are called here, where the contract's word says little to people. */
  heads?: Readonly<Record<string, string>>;
  /** What values are called, where the contract's word says little to people. */
  words?: Readonly<Record<string, string>>;
  /** What a record says that no longer holds, and is left out. */
  isVoid?: (record: Record<string, unknown>, column: string) => boolean;
  /** A value shown in place of the record's own. */
  insteadOf?: (record: Record<string, unknown>, column: string) => Shown | undefined;
  /** The id of a record, where records have pages or operations of their own. */
  idField?: string;
  /** Offered above the list, and what they are called there. */
  operations: readonly string[];
  buttons?: Readonly<Record<string, string>>;
  /** The one number that the page is about, in place of how many records there are. */
  figure?: { read: string; member: string; text: string };
  /** Further reads shown on a record's page, by its id. */
  more?: readonly { title: string; read: string }[];
  /** Files that a record has for its reader, and when. */
  files?: readonly RecordFile[];
  empty: string;
}

interface RecordFile {
  title: string;
  read: string;
  given?: Readonly<Record<string, string>>;
  isThere: (record: Record<string, unknown>) => boolean;
}
