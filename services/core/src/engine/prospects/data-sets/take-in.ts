import { chunkRows } from '../../../domain/prospects/rows/row-set.ts';
import { changeDataSet, type DataSet } from '../../../store/prospects/own/data-set-store.ts';
import type { RowKind } from '../../../store/prospects/own/own-row-store.ts';
import { readParts } from '../../../store/prospects/own/read-postings.ts';
import { readReplaced, writeParts } from '../../../store/prospects/own/row-index-store.ts';
import { type AddedBlock, type AddedRows, addedBlocks } from './data-set-import.ts';

/**
 * Makes the added rows part of the data set, and those they replace no longer part of it. Call in a transaction, after
 * the index of all added chunks is stored.
 */
export async function takeIn(
  dataSet: DataSet,
  added: AddedRows,
  set: Partial<Pick<DataSet, 'importedAt' | 'jobId'>>,
): Promise<Pick<DataSet, 'rowCount' | 'companyCount'>> {
  const { workspaceId, id } = dataSet;
  const blocks = addedBlocks(id, added);
  const people = await takeInKind(dataSet, 'person', blocks);
  const companies = await takeInKind(dataSet, 'company', blocks);
  const counts = { rowCount: people.count, companyCount: companies.count };
  await changeDataSet(workspaceId, id, {
    ...counts,
    nextPerson: added.to.person,
    nextCompany: added.to.company,
    personChunks: people.chunks,
    companyChunks: companies.chunks,
    isReady: true,
    erasedRows: [],
    ...set,
  });
  return counts;
}

async function takeInKind(
  { workspaceId, id, personChunks, companyChunks, erasedRows }: DataSet,
  kind: RowKind,
  blocks: readonly AddedBlock[],
): Promise<{ count: number; chunks: number[] }> {
  const added = blocks.filter((block) => block.kind === kind);
  const chunks = new Set([...(kind === 'person' ? personChunks : companyChunks), ...added.map(({ chunk }) => chunk)]);
  const places = [...chunks].sort((one, other) => one - other).map((chunk) => ({ dataSetId: id, kind, chunk }));
  const parts = await readParts(workspaceId, places);
  const byChunk = new Map(places.map(({ chunk }, index) => [chunk, parts[index]!]));
  const changed = new Set(added.map(({ chunk }) => chunk));
  const remove = (row: number) => {
    const chunk = Math.floor(row / chunkRows);
    byChunk.get(chunk)?.delete(row % chunkRows);
    changed.add(chunk);
  };
  for (const { chunk, from, to } of added)
    for (let row = from; row < to; row += 1) byChunk.get(chunk)!.add(row % chunkRows);
  for (const block of added) for (const row of await readReplaced(workspaceId, block, block.from)) remove(row);
  for (const erased of erasedRows) if (erased.startsWith(`${kind}:`)) remove(Number(erased.slice(kind.length + 1)));
  for (const place of places)
    if (changed.has(place.chunk)) await writeParts(workspaceId, place, byChunk.get(place.chunk)!);
  const sizes = places.map(({ chunk }) => ({ chunk, size: byChunk.get(chunk)!.size }));
  const filled = sizes.filter(({ size }) => size > 0);
  return { count: filled.reduce((sum, { size }) => sum + size, 0), chunks: filled.map(({ chunk }) => chunk) };
}
