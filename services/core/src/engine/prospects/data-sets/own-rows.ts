import type { ProspectCompany, RevealedPerson } from '../../../domain/prospects/prospect.ts';
import { registers } from '../../../domain/prospects/registers/registers.ts';
import type { ReadChunk, RowPlace } from '../../../domain/prospects/rows/find-rows.ts';
import { chunkRows } from '../../../domain/prospects/rows/row-set.ts';
import type { OwnRows } from '../../../providers/prospects/own/own-source.ts';
import { type DataSet, findReadyDataSets } from '../../../store/prospects/own/data-set-store.ts';
import { findNamedRows, findRowsById } from '../../../store/prospects/own/own-row-lookups.ts';
import { findRowsAt, type RowKind, type StoredRow } from '../../../store/prospects/own/own-row-store.ts';
import { type ReadPlace, readPostings } from '../../../store/prospects/own/read-postings.ts';

function chunksOf({ id, personChunks, companyChunks, importedAt }: DataSet, kind: RowKind): ReadPlace[] {
  const chunks = kind === 'person' ? personChunks : companyChunks;
  const edition = String(importedAt?.getTime() ?? 0);
  return chunks.map((chunk) => ({ dataSetId: id, kind, chunk, edition }));
}

/** Facts of the rows that searches can find: not those of an import that has not ended. The last import wins. */
function visible<Facts extends { id: string }>(
  rows: readonly StoredRow<Facts>[],
  kind: RowKind,
  dataSets: readonly DataSet[],
): Facts[] {
  const next = new Map(
    dataSets.map(({ id, nextPerson, nextCompany }) => [id, kind === 'person' ? nextPerson : nextCompany]),
  );
  const shown = rows
    .filter(({ dataSetId, row }) => row < (next.get(dataSetId) ?? 0))
    .toSorted((one, other) => one.row - other.row);
  return [...new Map(shown.map(({ facts }) => [facts.id, facts])).values()];
}

/** Companies of a register, with its license and date. */
function withRegister(company: ProspectCompany, { preset, importedAt, createdAt }: DataSet): ProspectCompany {
  if (preset === null) return company;
  const { title, license, url } = registers[preset];
  return { ...company, register: { title, license, url, importedAt: importedAt ?? createdAt } };
}

async function at<Facts>(
  workspaceId: string,
  kind: RowKind,
  places: readonly RowPlace[],
  shown: (facts: Facts, dataSet: DataSet) => Facts = (facts) => facts,
): Promise<Facts[]> {
  const dataSets = (await findReadyDataSets(workspaceId)).filter(({ id }) =>
    places.some(({ dataSetId }) => dataSetId === id),
  );
  const found = new Map<string, Facts>();
  for (const dataSet of dataSets) {
    const rows = places.filter(({ dataSetId }) => dataSetId === dataSet.id).map(({ row }) => row);
    for (const { row, facts } of await findRowsAt<Facts>(workspaceId, dataSet.id, kind, rows))
      found.set(`${dataSet.id}:${row}`, shown(facts, dataSet));
  }
  return places.flatMap(({ dataSetId, row }) => found.get(`${dataSetId}:${row}`) ?? []);
}

async function byId<Facts extends { id: string }>(workspaceId: string, kind: RowKind, ids: string[]): Promise<Facts[]> {
  if (ids.length === 0) return [];
  const rows = await findRowsById<Facts>(workspaceId, kind, ids);
  return visible(rows, kind, await findReadyDataSets(workspaceId));
}

/** Data sets of the store, as the source `own` reads them. */
export const ownRows: OwnRows = {
  async readChunks(workspaceId, kind, terms, without = new Set()) {
    const places = (await findReadyDataSets(workspaceId)).flatMap((dataSet) => chunksOf(dataSet, kind));
    if (places.length === 0) return [];
    const read = await readPostings(workspaceId, places, terms);
    const chunks = places.map(({ dataSetId, chunk }, index) => ({ dataSetId, chunk, ...read[index]! }));
    const excluded = [...without].filter((id) => id.startsWith('prs_own_'));
    if (excluded.length > 0) remove(chunks, await findRowsById(workspaceId, kind, excluded));
    return chunks;
  },
  peopleAt: (workspaceId, places) => at<RevealedPerson>(workspaceId, 'person', places),
  companiesAt: (workspaceId, places) => at<ProspectCompany>(workspaceId, 'company', places, withRegister),
  findPeople: (workspaceId, ids) => byId<RevealedPerson>(workspaceId, 'person', ids),
  findCompanies: (workspaceId, ids) => byId<ProspectCompany>(workspaceId, 'company', ids),
  async lookUp(workspaceId, hint) {
    const rows = await findNamedRows<RevealedPerson>(workspaceId, hint);
    if (rows.length === 0) return null;
    return visible(rows, 'person', await findReadyDataSets(workspaceId))[0] ?? null;
  },
};

function remove(chunks: readonly ReadChunk[], rows: readonly RowPlace[]): void {
  for (const { dataSetId, row } of rows) {
    const chunk = Math.floor(row / chunkRows);
    chunks.find((one) => one.dataSetId === dataSetId && one.chunk === chunk)?.all.delete(row % chunkRows);
  }
}
