import mongoose from 'mongoose';
import { type StoreKeysDoc, StoreKeysModel } from '../secrets/store-keys.ts';
import type { RecordTaker } from './records.ts';

/** Finds the digest key in a backup while it is read. Stores of data version 1 had none. */
export class DigestKeyInBackup implements RecordTaker {
  found: Buffer | undefined;

  document = (bytes: Buffer, { database, name }: { database: string; name: string }): void => {
    if (database !== 'core' || name !== StoreKeysModel.collection.name) return;
    const { digestKey } = mongoose.mongo.BSON.deserialize(bytes) as StoreKeysDoc;
    this.found = Buffer.from(digestKey, 'base64');
  };
}
