import type { ProspectCompany, RevealedPerson } from '../../../domain/prospects/prospect.ts';
import { chunkRows } from '../../../domain/prospects/rows/row-set.ts';
import { termsOfCompany, termsOfPerson } from '../../../domain/prospects/rows/row-terms.ts';
import { SeenKeys } from '../../../domain/prospects/rows/seen-keys.ts';
import type { DataSet } from '../../../store/prospects/own/data-set-store.ts';
import {
  findRowsByKey,
  insertRows,
  type NewRow,
  type RowKind,
  readKeys,
  readRows,
} from '../../../store/prospects/own/own-row-store.ts';
import type { ChunkPlace } from '../../../store/prospects/own/posting-model.ts';
import { addPostings, indexParts, partOf, writeReplaced } from '../../../store/prospects/own/row-index-store.ts';

/** Numbers of the next rows. */
export interface NextRows {
  person: number;
  company: number;
}

/** A range of rows by kind: those that an import has added, and that are not part of the data set yet. */
export interface AddedRows {
  from: NextRows;
  to: NextRows;
}

export interface KeyedPerson {
  key: string;
  facts: RevealedPerson;
}

export interface KeyedCompany {
  key: string;
  facts: ProspectCompany;
}

/** Rows with their numbers, ready to be stored. */
export interface NumberedRows {
  people: NewRow<RevealedPerson>[];
  companies: NewRow<ProspectCompany>[];
  next: NextRows;
}

/** Numbers rows. A company of a person gets a row of its own, the first time that the import meets it. */
export async function numberRows(
  { workspaceId, id, nextCompany }: Pick<DataSet, 'workspaceId' | 'id' | 'nextCompany'>,
  rows: { people: KeyedPerson[]; companies: KeyedCompany[] },
  next: NextRows,
): Promise<NumberedRows> {
  const employers = rows.people.flatMap(({ facts: { company } }) =>
    company ? [{ key: company.id, facts: company }] : [],
  );
  const found = new Map([...employers, ...rows.companies].map((company) => [company.key, company]));
  const known = await findRowsByKey(workspaceId, id, 'company', [...new Set(employers.map(({ key }) => key))]);
  const given = new Set(rows.companies.map(({ key }) => key));
  const isNew = (key: string) => given.has(key) || !(known.get(key) ?? []).some((row) => row >= nextCompany);
  const companies = [...found.values()].filter(({ key }) => isNew(key));
  return {
    people: rows.people.map((person, index) => ({ ...person, row: next.person + index })),
    companies: companies.map((company, index) => ({ ...company, row: next.company + index })),
    next: { person: next.person + rows.people.length, company: next.company + companies.length },
  };
}

/** Stores rows, which no search finds before `takeIn`. Call in a transaction. */
export async function addRows(workspaceId: string, dataSetId: string, rows: NumberedRows): Promise<void> {
  await insertRows(workspaceId, dataSetId, 'person', rows.people);
  await insertRows(workspaceId, dataSetId, 'company', rows.companies);
}

const kinds = ['person', 'company'] as const;

const indexedRows = 65_536;

/** Block of added rows that is indexed at a time. */
export interface AddedBlock extends ChunkPlace {
  /** Position among the blocks of the import. */
  index: number;
  from: number;
  to: number;
}

/** Blocks of added rows. A block is within one chunk. */
export function addedBlocks(dataSetId: string, { from, to }: AddedRows): AddedBlock[] {
  const blocks: AddedBlock[] = [];
  for (const kind of kinds) {
    for (let start = from[kind]; start < to[kind]; ) {
      const chunk = Math.floor(start / chunkRows);
      const end = Math.min(to[kind], (chunk + 1) * chunkRows, start + indexedRows);
      blocks.push({ dataSetId, kind, chunk, index: blocks.length, from: start, to: end });
      start = end;
    }
  }
  return blocks;
}

/** Index of a block, in parts, and the numbers of the earlier rows that its rows replace. */
export interface IndexedBlock {
  block: AddedBlock;
  parts: (readonly [string, readonly number[]])[][];
  replaced: number[];
}

function termsOf(kind: RowKind, facts: object): Set<string> {
  return kind === 'person' ? termsOfPerson(facts as RevealedPerson) : termsOfCompany(facts as ProspectCompany);
}

/** Keys of the rows before a block. Undefined if an earlier import added rows, so that each key must be looked up. */
export async function seenBefore(
  workspaceId: string,
  { dataSetId, kind, from }: AddedBlock,
  first: NextRows,
): Promise<SeenKeys | undefined> {
  if (first[kind] > 0) return undefined;
  const seen = new SeenKeys();
  for await (const keys of readKeys(workspaceId, dataSetId, kind, { from: 0, to: from }))
    for (const key of keys) seen.add(key);
  return seen;
}

export async function indexBlock(workspaceId: string, block: AddedBlock, seen?: SeenKeys): Promise<IndexedBlock> {
  const { dataSetId, kind, chunk } = block;
  const postings = new Map<string, number[]>();
  const replaced = new Set<number>();
  for await (const rows of readRows<object>(workspaceId, dataSetId, kind, block)) {
    for (const { row, facts } of rows) {
      for (const term of termsOf(kind, facts)) {
        const known = postings.get(term);
        if (known === undefined) postings.set(term, [row - chunk * chunkRows]);
        else known.push(row - chunk * chunkRows);
      }
    }
    const keys = rows.map(({ key }) => key).filter((key) => seen === undefined || seen.add(key));
    const sharing = await findRowsByKey(workspaceId, dataSetId, kind, [...new Set(keys)]);
    for (const { key, row } of rows) for (const other of sharing.get(key) ?? []) if (other < row) replaced.add(other);
  }
  const parts: IndexedBlock['parts'] = Array.from({ length: indexParts }, () => []);
  for (const posting of postings) parts[partOf(posting[0])]!.push(posting);
  return { block, parts, replaced: [...replaced] };
}

/** Stores the index of a block. Rows that are not part of the data set are found by no search. */
export async function storeIndex(workspaceId: string, { block, parts, replaced }: IndexedBlock): Promise<void> {
  for (const part of parts) await addPostings(workspaceId, block, part);
  await writeReplaced(workspaceId, block, block.from, replaced);
}
