import type { RevealedPerson } from '../../domain/prospects/prospect.ts';
import { RowSet } from '../../domain/prospects/rows/row-set.ts';
import { termsOfCompany, termsOfPerson } from '../../domain/prospects/rows/row-terms.ts';
import { type RowKind, rowId } from '../prospects/own/own-row-store.ts';
import { partsDocument, postingDocuments } from '../prospects/own/posting-documents.ts';
import type { Migration, StoreDatabase } from './migration.ts';

interface Keyed {
  _id: string;
  [member: string]: unknown;
}

interface OldDataSet {
  _id: string;
  workspaceId: string;
  nextPerson?: number;
}

interface OldPerson {
  _id: string;
  person: RevealedPerson;
  /** Absent in rows of earlier versions. */
  row?: number;
}

const writtenAtOnce = 1_000;

/**
 * Before this version, a search read every row of the data sets, at most 20,000. Now their rows are numbered and have an
 * index, and their companies are rows too. Earlier versions would add rows without numbers.
 */
export const numberedRows: Migration = {
  version: 12,
  name: 'rows of data sets are numbered and indexed',
  isCompatible: false,
  async run({ db, log }) {
    const dataSets = db.collection<OldDataSet>('data_sets');
    const found = await dataSets.find({ nextPerson: { $exists: false } }).toArray();
    for (const dataSet of found) await numberDataSet(dataSet, db);
    await db.collection('own_people').deleteMany({ row: { $exists: false } });
    log(`indexed ${found.length} data sets`);
  },
};

/** Can run again after an interruption: the old rows stay until all data sets are done. */
async function numberDataSet({ _id: dataSetId, workspaceId }: OldDataSet, db: StoreDatabase): Promise<void> {
  const mine = { workspaceId, dataSetId };
  const old = { ...mine, row: { $exists: false } };
  const people = await db.collection<OldPerson>('own_people').find(old).sort({ _id: 1 }).toArray();
  const employers = people.flatMap(({ person: { company } }) => company ?? []);
  const companies = [...new Map(employers.map((company) => [company.id, company])).values()];
  const rows = people.map((doc, row) => ({ ...doc, _id: rowId(dataSetId, 'person', row), row, key: doc.person.id }));
  await replaceAll(db, 'own_people', { ...mine, row: { $exists: true } }, rows);
  await replaceAll(
    db,
    'own_companies',
    mine,
    companies.map((company, row) => {
      return { _id: rowId(dataSetId, 'company', row), ...mine, row, key: company.id, company };
    }),
  );
  const index = [
    ...indexOf(
      mine,
      'person',
      people.map(({ person }) => termsOfPerson(person)),
    ),
    ...indexOf(mine, 'company', companies.map(termsOfCompany)),
  ];
  await replaceAll(
    db,
    'own_row_postings',
    { workspaceId, _id: { $gte: `${dataSetId}:`, $lt: `${dataSetId};` } },
    index,
  );
  const set = {
    preset: null,
    companyCount: companies.length,
    nextPerson: people.length,
    nextCompany: companies.length,
    personChunks: people.length > 0 ? [0] : [],
    companyChunks: companies.length > 0 ? [0] : [],
    isReady: true,
    jobId: null,
    erasedRows: [],
    importedAt: null,
  };
  await db.collection<Keyed>('data_sets').updateOne({ _id: dataSetId }, { $set: set });
}

/** Index of one chunk: earlier versions allowed 20,000 rows. */
function indexOf(mine: { workspaceId: string; dataSetId: string }, kind: RowKind, rows: Set<string>[]): Keyed[] {
  if (rows.length === 0) return [];
  const { workspaceId, dataSetId } = mine;
  const place = { dataSetId, kind, chunk: 0 };
  const postings = new Map<string, number[]>();
  for (const [row, terms] of rows.entries()) for (const term of terms) add(postings, term, row);
  const parts = partsDocument(workspaceId, place, RowSet.of(rows.keys()));
  return [parts, ...postingDocuments(workspaceId, place, postings)].map((document) => ({ ...document }));
}

function add(postings: Map<string, number[]>, term: string, row: number): void {
  const known = postings.get(term);
  if (known === undefined) postings.set(term, [row]);
  else known.push(row);
}

async function replaceAll(db: StoreDatabase, name: string, old: object, documents: Keyed[]): Promise<void> {
  const collection = db.collection<Keyed>(name);
  await collection.deleteMany(old);
  for (let at = 0; at < documents.length; at += writtenAtOnce)
    await collection.insertMany(documents.slice(at, at + writtenAtOnce));
}
