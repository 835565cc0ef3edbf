import type { Shown } from '../shown/shown-value.ts';

/** A kind of record pages: the list, its columns, and its operations. */
export interface RecordPage {
  path: string;
  title: string;
  list: string;
  query?: TableQuery;
  /** Default columns. The first one links to the record. */
  columns: readonly string[];
  /** Column headings that replace unclear words of the contract. */
  heads?: Readonly<Record<string, string>>;
  /** Values that replace unclear words of the contract. */
  words?: Readonly<Record<string, string>>;
  /** True for a value that no longer applies and is hidden. */
  isVoid?: (record: Record<string, unknown>, column: string) => boolean;
  /** A value shown instead of the record's own. */
  insteadOf?: (record: Record<string, unknown>, column: string) => Shown | undefined;
  /** ID field of the records, if they have pages or operations of their own. */
  idField?: string;
  /** Operations offered above the list, and their labels. */
  operations: readonly string[];
  buttons?: Readonly<Record<string, string>>;
  /** Hand-made pages of operations, instead of their forms. */
  pages?: Readonly<Record<string, string>>;
  /** The page's key number, shown instead of the number of records. */
  figure?: { read: string; member: string; text: string };
  /** Further reads shown on a record's page, by its ID. */
  more?: readonly RelatedPart[];
  /** Files that a record offers for download, with their conditions. */
  files?: readonly RecordFile[];
  empty: string;
}

/** Operations of a table that people filter by conditions. */
export interface TableQuery {
  read: string;
  record: 'contact' | 'company' | 'message';
  kind: 'contacts' | 'companies' | 'messages';
  /** Operation that changes everything that matches. */
  change?: string;
}

export interface RelatedPart {
  title: string;
  read: string;
  isThere?: (record: Record<string, unknown>) => boolean;
  /** Shows the data in another way than other values. */
  show?: (data: unknown) => Shown;
  /** Columns in which a person can correct the rows. */
  fixable?: (data: unknown) => string[];
}

interface RecordFile {
  title: string;
  read: string;
  given?: Readonly<Record<string, string>>;
  isThere: (record: Record<string, unknown>) => boolean;
}
