import { chunkRows, type RowSet } from '../../../domain/prospects/rows/row-set.ts';
import { insertDocuments, writeMany } from '../../documents/insert-documents.ts';
import { noteErasedRow } from './data-set-store.ts';
import type { RowKind } from './own-row-store.ts';
import { ownId, partsDocument, sharedTerms, shelvesOf, withRowsAdded } from './posting-documents.ts';
import {
  bucketOf,
  type ChunkPlace,
  type PostingDoc,
  PostingModel,
  prefixOf,
  readData,
  replacedSuffix,
} from './posting-model.ts';
import { readParts } from './read-postings.ts';

/** Adds rows to the index of a chunk. Each row once: call it in the transaction that notes that it is done. */
export async function addPostings(
  workspaceId: string,
  place: ChunkPlace,
  postings: readonly (readonly [string, readonly number[]])[],
): Promise<void> {
  const shelves = shelvesOf(prefixOf(place), postings);
  const first = await readData(
    workspaceId,
    [...shelves.own, ...shelves.shared].map(({ _id }) => _id),
  );
  const moved = shelves.shared.flatMap(({ _id, terms }) => {
    const known = sharedTerms(first.get(_id));
    return terms.flatMap(([term]) => (known.get(term) === 'own' ? [ownId(_id, term)] : []));
  });
  const stored = new Map([...first, ...(await readData(workspaceId, moved))]);
  const documents = withRowsAdded(workspaceId, shelves, stored);
  const known = documents.filter(({ _id }) => stored.has(_id));
  await insertDocuments(
    PostingModel,
    documents.filter(({ _id }) => !stored.has(_id)),
  );
  if (known.length === 0) return;
  await writeMany(
    PostingModel,
    known.map((replacement) => ({ replaceOne: { filter: { _id: replacement._id, workspaceId }, replacement } })),
  );
}

/** Part of the terms of a block, of `indexParts`: as many documents as one transaction should change. */
export const indexParts = 8;

export function partOf(term: string): number {
  return bucketOf(term) % indexParts;
}

export function writeParts(workspaceId: string, place: ChunkPlace, parts: RowSet): Promise<void> {
  return replace(partsDocument(workspaceId, place, parts));
}

/** Keeps the numbers of the rows that a block of added rows replaces, for the end of the import. */
export function writeReplaced(
  workspaceId: string,
  place: ChunkPlace,
  block: number,
  rows: readonly number[],
): Promise<void> {
  const data = Buffer.from(JSON.stringify(rows));
  return replace({ _id: `${prefixOf(place)}${replacedSuffix}${block}`, workspaceId, data });
}

export async function readReplaced(workspaceId: string, place: ChunkPlace, block: number): Promise<number[]> {
  const id = `${prefixOf(place)}${replacedSuffix}${block}`;
  const data = (await readData(workspaceId, [id])).get(id);
  return data === undefined ? [] : (JSON.parse(data.toString()) as number[]);
}

export async function deleteReplaced(workspaceId: string, place: ChunkPlace, block: number): Promise<void> {
  await PostingModel.deleteOne({ _id: `${prefixOf(place)}${replacedSuffix}${block}`, workspaceId });
}

async function replace(document: PostingDoc): Promise<void> {
  const { _id, workspaceId } = document;
  await PostingModel.replaceOne({ _id, workspaceId }, document, { upsert: true });
}

/** Deletes the index of a chunk. */
export async function deleteChunk(workspaceId: string, place: ChunkPlace): Promise<void> {
  const prefix = prefixOf(place);
  await PostingModel.deleteMany({ workspaceId, _id: { $gte: prefix, $lt: `${prefix}\u007f` } });
}

/** IDs of up to `limit` documents of the index of a data set. */
export async function findPostingIds(workspaceId: string, dataSetId: string, limit: number): Promise<string[]> {
  const found = await PostingModel.find(
    { workspaceId, _id: { $gte: `${dataSetId}:`, $lt: `${dataSetId};` } },
    { _id: 1 },
  )
    .limit(limit)
    .lean<{ _id: string }[]>();
  return found.map(({ _id }) => _id);
}

export async function deletePostings(workspaceId: string, ids: string[]): Promise<void> {
  await PostingModel.deleteMany({ workspaceId, _id: { $in: ids } });
}

/** An erased row stops being part of its data set, also of one that an import changes at the moment. */
export async function removeFromParts(
  workspaceId: string,
  kind: RowKind,
  { dataSetId, row }: { dataSetId: string; row: number },
): Promise<void> {
  const place = { dataSetId, kind, chunk: Math.floor(row / chunkRows) };
  const [parts] = await readParts(workspaceId, [place]);
  await noteErasedRow(workspaceId, dataSetId, `${kind}:${row}`);
  if (!parts!.has(row % chunkRows)) return;
  parts!.delete(row % chunkRows);
  await writeParts(workspaceId, place, parts!);
}
