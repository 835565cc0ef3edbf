import type { ContactFacts } from '../../../domain/contacts/contact.ts';
import type { RowNote, RowWill } from '../../../domain/contacts/imports/row-facts.ts';
import type { ItemOutcome } from '../../../domain/jobs/job.ts';
import type { ContactChanges, ContactRecord } from '../../../store/contacts/contact-store.ts';
import type { Neighbours } from '../contact-rules.ts';
import type { FactsProblem } from './check-facts.ts';

interface UpsertItemParts {
  item: number;
  /** Cells of a row of a file by column, to correct it if it fails. */
  cells?: Record<string, unknown>;
  tags?: string[];
  /** True for a row of a file, which adds to stored values and skips uncertain ones. */
  isFile?: boolean;
  will?: RowWill;
  notes?: RowNote[];
  /** ID of the contact that this row was exported from. */
  contactId?: string;
  /** True if the caller mapped the column of our IDs, so that a row can change the email address. */
  isIdSaid?: boolean;
  /** True if the external ID comes from a column that the caller did not map. */
  isIdGuessed?: boolean;
}
export type UpsertItem = UpsertItemParts & ({ facts: ContactFacts } | { problem: FactsProblem });

export interface PlannedUpsert {
  item: number;
  outcome: ItemOutcome;
  facts: ContactFacts;
  before?: ContactRecord;
  changes?: ContactChanges;
  tags: string[];
  isSuppressed: boolean;
  will?: RowWill;
  /** Values that were changed before storage, or skipped. */
  notes?: RowNote[];
  problem?: FactsProblem;
  /** Earlier item of the file for the same person. */
  sameAs?: number;
}

export type ReadableItem = Extract<UpsertItem, { facts: ContactFacts }>;

/** Stored contacts that items of a batch may match. */
export interface Known extends Neighbours {
  byEmail: Map<string | undefined, ContactRecord>;
  byExternalId: Map<string | undefined, ContactRecord>;
  byId: Map<string, ContactRecord>;
  byProfile: Map<string, ContactRecord>;
  byName: Map<string, ContactRecord>;
  /** Company name of the first person at each domain, as needed for rows without a domain. */
  companyNames: Map<string, string>;
  /** Planned item for each key of the batch. */
  seen: Map<string, PlannedUpsert>;
}

/** Contacts in their state after earlier items of the same file, for a plan of several batches. */
export interface Expected {
  byId: Map<string, ContactRecord>;
  byEmail: Map<string, ContactRecord>;
  byExternalId: Map<string, ContactRecord>;
  /** Names that earlier batches added as tags. */
  tags: Set<string>;
}
