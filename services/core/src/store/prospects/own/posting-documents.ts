import { RowSet } from '../../../domain/prospects/rows/row-set.ts';
import { isClosed } from '../../../domain/prospects/rows/row-terms.ts';
import { bucketOf, type ChunkPlace, type PostingDoc, partsSuffix, prefixOf } from './posting-model.ts';

/** Rows from which a term has a document of its own. */
const ownDocumentFrom = 256;

/** Document of a term in the index of a chunk: its own, or with `#` that of its hash. */
interface Shelf {
  _id: string;
  terms: [string, readonly number[]][];
}

/** Distributes terms over documents. Terms of closed fields always have their own. */
export function shelvesOf(
  prefix: string,
  postings: Iterable<readonly [string, readonly number[]]>,
): {
  own: Shelf[];
  shared: Shelf[];
} {
  const own: Shelf[] = [];
  const shared = new Map<number, Shelf>();
  for (const [term, rows] of postings) {
    if (isClosed(term)) own.push({ _id: `${prefix}${term}`, terms: [[term, rows]] });
    else {
      const bucket = bucketOf(term);
      const shelf = shared.get(bucket) ?? { _id: `${prefix}#${bucket}`, terms: [] };
      shelf.terms.push([term, rows]);
      shared.set(bucket, shelf);
    }
  }
  return { own, shared: [...shared.values()] };
}

/** Documents of the index of a chunk that has none. */
export function postingDocuments(
  workspaceId: string,
  place: ChunkPlace,
  postings: ReadonlyMap<string, readonly number[]>,
): PostingDoc[] {
  return withRowsAdded(workspaceId, shelvesOf(prefixOf(place), postings), new Map());
}

/** Rows of a rare term, or the mark of a term that has its own document. */
type SharedRows = readonly number[] | 'own';

/** Stored documents with the rows of these terms added. A term that is no longer rare gets its own document. */
export function withRowsAdded(
  workspaceId: string,
  { own, shared }: ReturnType<typeof shelvesOf>,
  stored: ReadonlyMap<string, Buffer>,
): PostingDoc[] {
  const documents: PostingDoc[] = [];
  const addToOwn = (_id: string, rows: readonly number[]) => {
    const known = stored.get(_id);
    const set = known === undefined ? new RowSet() : RowSet.fromBytes(known);
    for (const row of rows) set.add(row);
    documents.push({ _id, workspaceId, data: set.toBytes() });
  };
  for (const { _id, terms } of own) addToOwn(_id, terms[0]![1]);
  for (const { _id, terms } of shared) {
    const known = sharedTerms(stored.get(_id));
    for (const [term, rows] of terms) {
      const before = known.get(term) ?? [];
      const all = before === 'own' ? rows : [...before, ...rows];
      if (before !== 'own' && all.length < ownDocumentFrom) known.set(term, all);
      else {
        known.set(term, 'own');
        addToOwn(ownId(_id, term), all);
      }
    }
    documents.push({ _id, workspaceId, data: sharedData(known) });
  }
  return documents;
}

/** Own document of a term, beside the one it shared. */
export function ownId(sharedId: string, term: string): string {
  return `${sharedId.slice(0, sharedId.lastIndexOf('#'))}${term}`;
}

/** Document with the rows of a chunk that are part of its data set. */
export function partsDocument(workspaceId: string, place: ChunkPlace, parts: RowSet): PostingDoc {
  return { _id: `${prefixOf(place)}${partsSuffix}`, workspaceId, data: parts.toBytes() };
}

/** One line per term, with the positions of its rows. */
function sharedData(terms: ReadonlyMap<string, SharedRows>): Buffer {
  const rowsOf = (rows: SharedRows) => (rows === 'own' ? '' : rows.join(' '));
  return Buffer.from([...terms].map(([term, rows]) => `\n${term}\t${rowsOf(rows)}`).join(''));
}

export function sharedTerms(data: Buffer | undefined): Map<string, SharedRows> {
  const lines = data === undefined ? [] : data.toString().split('\n').slice(1);
  return new Map(
    lines.map((line): [string, SharedRows] => {
      const [term = '', rows = ''] = line.split('\t');
      return [term, rows === '' ? 'own' : rows.split(' ').map(Number)];
    }),
  );
}

/** Rows of one term, without reading the others. */
export function sharedRows(text: string, term: string): RowSet | undefined {
  const start = `\n${term}\t`;
  const at = text.indexOf(start);
  if (at === -1) return undefined;
  const end = text.indexOf('\n', at + 1);
  const rows = text.slice(at + start.length, end === -1 ? undefined : end);
  return rows === '' ? undefined : RowSet.of(rows.split(' ').map(Number));
}
