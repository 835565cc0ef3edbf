import { defineModel, StoredSchema } from '../documents/define-model.ts';
import { serverNow } from '../documents/server-clock.ts';

/** One document: when the last backup was made, and who is making one. */
interface BackupStateDoc {
  _id: string;
  lastAt: Date | null;
  lastFile: string | null;
  leaseUntil: Date;
}

const id = 'backup';

const BackupStateModel = defineModel<BackupStateDoc>(
  'BackupState',
  'backup_state',
  new StoredSchema<BackupStateDoc>({
    lastAt: { type: Date, default: null },
    lastFile: { type: String, default: null },
    leaseUntil: { type: Date, default: new Date(0) },
  }),
);

export async function noteBackup(at: Date, file: string): Promise<void> {
  const set = { lastAt: at, lastFile: file, leaseUntil: new Date(0) };
  await BackupStateModel.updateOne({ _id: id }, { $set: set }, { upsert: true });
}

/** When the last backup was made; null when there has been none. */
export async function lastBackupAt(): Promise<Date | null> {
  const found = await BackupStateModel.findById(id).lean<BackupStateDoc>();
  return found?.lastAt ?? null;
}

/** A large backup takes longer than the lease that it began with. */
export async function renewBackup(leaseMs: number): Promise<void> {
  const leaseUntil = new Date((await serverNow()).getTime() + leaseMs);
  await BackupStateModel.updateOne({ _id: id }, { $set: { leaseUntil } });
}

/** True for one instance when a backup is due; it has the lease's time to make it. */
export async function claimBackup(now: Date, everyMs: number, leaseMs: number): Promise<boolean> {
  await BackupStateModel.updateOne({ _id: id }, { $setOnInsert: { leaseUntil: new Date(0) } }, { upsert: true });
  const serverTime = await serverNow();
  const dueBefore = new Date(now.getTime() - everyMs);
  const { modifiedCount } = await BackupStateModel.updateOne(
    { _id: id, leaseUntil: { $lte: serverTime }, $or: [{ lastAt: null }, { lastAt: { $lte: dueBefore } }] },
    { $set: { leaseUntil: new Date(serverTime.getTime() + leaseMs) } },
  );
  return modifiedCount === 1;
}
