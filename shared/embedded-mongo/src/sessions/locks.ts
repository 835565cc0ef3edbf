import type { Index } from '../index/index-definition.ts';
import type { Collection } from '../storage/collection.ts';
import type { Transaction } from './transaction.ts';

/**
 * Thrown when a write outside transactions meets a document that an open transaction holds. The write waits and tries
 * again.
 */
export class Blocked extends Error {
  readonly by: Transaction;
  constructor(by: Transaction) {
    super('waiting for an open transaction');
    this.by = by;
  }
}

export function rowLock(collection: Collection, row: number): string {
  return `${collection.id}:${row}`;
}

export function keyLock(index: Index, key: Buffer): string {
  return `x${index.id}:${key.toString('latin1')}`;
}
