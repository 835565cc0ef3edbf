import mongoose from 'mongoose';
import type { EpochMark } from '../../domain/backup/restore-epoch.ts';
import { type StoreKeysDoc, StoreKeysModel } from '../secrets/store-keys.ts';
import { epochCollection } from './epoch-store.ts';
import type { CollectionHeader, RecordTaker } from './records.ts';

/** Finds the digest key and the restore epoch in a backup while it is read. Old stores had neither. */
export class FoundInBackup implements RecordTaker {
  digestKey: Buffer | undefined;
  epoch: EpochMark | null = null;

  document = (bytes: Buffer, { database, name }: Pick<CollectionHeader, 'database' | 'name'>): void => {
    if (database !== 'core') return;
    if (name === StoreKeysModel.collection.name) {
      const { digestKey } = mongoose.mongo.BSON.deserialize(bytes) as StoreKeysDoc;
      this.digestKey = Buffer.from(digestKey, 'base64');
    } else if (name === epochCollection) {
      const { epoch, counter } = mongoose.mongo.BSON.deserialize(bytes);
      this.epoch = { epoch, counter };
    }
  };
}
