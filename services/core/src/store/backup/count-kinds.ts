import type mongoose from 'mongoose';

/** Kinds that operators check first, in display order. All other collections share one row, `other`. */
const kinds = [
  'workspaces',
  'users',
  'contacts',
  'companies',
  'suppressions',
  'campaigns',
  'messages',
  'replies',
  'mailboxes',
  'ledger',
  'audit',
  'events',
] as const;

export interface KindCount {
  kind: (typeof kinds)[number] | 'other';
  here: number;
  there: number;
}

export interface CollectionPair {
  name: string;
  source: mongoose.mongo.Collection;
  target: mongoose.mongo.Collection;
}

/** Counts the documents of each collection as copied and as the target reports them now. */
export async function countKinds(copied: readonly { pair: CollectionPair; documents: number }[]): Promise<KindCount[]> {
  const counts = new Map<string, KindCount>();
  for (const kind of [...kinds, 'other'] as const) counts.set(kind, { kind, here: 0, there: 0 });
  for (const { pair, documents } of copied) {
    const count = counts.get(pair.source.collectionName) ?? counts.get('other')!;
    count.here += documents;
    count.there += await pair.target.countDocuments({});
  }
  return [...counts.values()];
}

export function areEqual(counts: readonly KindCount[]): boolean {
  return counts.every(({ here, there }) => here === there);
}

/** Returns one line per kind, with the numbers of both sides. */
export function countTable(counts: readonly KindCount[]): string {
  const rows = counts.map(({ kind, here, there }) => [kind, String(here), String(there)]);
  const all = [['', 'here', 'there'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]!.length)));
  const cells = (row: string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)));
  return all.map((row) => cells(row).join('  ')).join('\n');
}
