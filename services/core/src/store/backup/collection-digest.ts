import { createHash } from 'node:crypto';
import type mongoose from 'mongoose';

export interface CollectionDigest {
  documents: number;
  sha256: string;
}

const batchSize = 500;

/** Digest of all stored documents, byte by byte, independent of the order in which the store returns them. */
export async function digestOfCollection(collection: mongoose.mongo.Collection): Promise<CollectionDigest> {
  const all = Buffer.alloc(32);
  let documents = 0;
  for await (const document of collection.find({}, { raw: true, batchSize }) as AsyncIterable<Buffer>) {
    const one = createHash('sha256').update(document).digest();
    for (let i = 0; i < all.length; i += 1) all[i]! ^= one[i]!;
    documents += 1;
  }
  return { documents, sha256: all.toString('hex') };
}

export function isSameDigest(left: CollectionDigest, right: CollectionDigest): boolean {
  return left.documents === right.documents && left.sha256 === right.sha256;
}
