import { type DocOf, defineModel, stored } from '../../documents/define-model.ts';
import { bytes, string } from '../../documents/paths.ts';
import type { RowKind } from './own-row-store.ts';

/**
 * Inverted index of the rows of data sets: the rows of a chunk that have a term. A term with many rows has a document of
 * its own, and rare terms share one by their hash. Terms are words and values, never names or addresses of people.
 */
export const PostingModel = defineModel(
  'RowPosting',
  'own_row_postings',
  stored({ workspaceId: string, data: bytes }).index({ workspaceId: 1, _id: 1 }),
);
export type PostingDoc = DocOf<typeof PostingModel>;

const buckets = 4_096;

/** A part of a data set: the rows of one kind in one chunk. */
export interface ChunkPlace {
  dataSetId: string;
  kind: RowKind;
  chunk: number;
}

export function prefixOf({ dataSetId, kind, chunk }: ChunkPlace): string {
  return `${dataSetId}:${kind.charAt(0)}${chunk}:`;
}

export const partsSuffix = '~';
export const replacedSuffix = '~replaced:';

/** FNV-1a. */
export function bucketOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < term.length; index += 1)
    hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193) >>> 0;
  return hash % buckets;
}

function toBuffer(data: unknown): Buffer {
  // The driver returns binary fields as its own class.
  const found = data as Buffer | { buffer: Uint8Array };
  return Buffer.isBuffer(found) ? found : Buffer.from(found.buffer);
}

export async function readData(workspaceId: string, ids: readonly string[]): Promise<Map<string, Buffer>> {
  if (ids.length === 0) return new Map();
  const found = await PostingModel.find({ _id: { $in: ids }, workspaceId }).lean<PostingDoc[]>();
  return new Map(found.map(({ _id, data }) => [_id, toBuffer(data)]));
}
