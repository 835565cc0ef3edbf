import type { ContactFacts } from '../../../domain/contacts/contact.ts';
import type { RowNote, RowWill } from '../../../domain/contacts/imports/row-facts.ts';
import type { ItemOutcome } from '../../../domain/jobs/job.ts';
import type { ContactChanges, ContactRecord } from '../../../store/contacts/contact-store.ts';
import type { Neighbours } from '../contact-rules.ts';
import type { FactsProblem } from './check-facts.ts';

interface UpsertItemParts {
  item: number;
  tags?: string[];
  /** A row of a file: it adds to what is stored, and what it cannot say for certain is left out. */
  isFile?: boolean;
  will?: RowWill;
  notes?: RowNote[];
  /** The row is an export of a contact with this ID. */
  contactId?: string;
  /** The caller has named the column of our IDs: an address may be changed by it. */
  isIdSaid?: boolean;
  /** The external ID comes from a column that nobody named. */
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
  /** What was not stored as it is given. */
  notes?: RowNote[];
  problem?: FactsProblem;
  /** The earlier item of the file that is about the same person. */
  sameAs?: number;
}

export type ReadableItem = Extract<UpsertItem, { facts: ContactFacts }>;

/** The stored contacts that items of a batch may be about. */
export interface Known extends Neighbours {
  byEmail: Map<string | undefined, ContactRecord>;
  byExternalId: Map<string | undefined, ContactRecord>;
  byId: Map<string, ContactRecord>;
  byProfile: Map<string, ContactRecord>;
  byName: Map<string, ContactRecord>;
  /** The company names of the first person at each domain, as far as rows without a domain need them. */
  companyNames: Map<string, string>;
  /** What was planned for each key of the batch. */
  seen: Map<string, PlannedUpsert>;
}

/** Contacts as earlier items of the same file will have left them, for a plan of several batches. */
export interface Expected {
  byId: Map<string, ContactRecord>;
  byEmail: Map<string, ContactRecord>;
  byExternalId: Map<string, ContactRecord>;
  /** Names that earlier batches have made tags of. */
  tags: Set<string>;
}
