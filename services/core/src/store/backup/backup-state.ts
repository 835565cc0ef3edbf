import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import { date, nullable, string, withDefault } from '../documents/paths.ts';
import { serverNow } from '../documents/server-clock.ts';

/** Single document with the time of the last backup and the instance that is making one. */
type BackupStateDoc = DocOf<typeof BackupStateModel>;

const id = 'backup';

const BackupStateModel = defineModel(
  'BackupState',
  'backup_state',
  stored({
    lastAt: nullable(date),
    lastFile: nullable(string),
    leaseUntil: withDefault(date, new Date(0)),
  }),
);

export async function noteBackup(at: Date, file: string): Promise<void> {
  const set = { lastAt: at, lastFile: file, leaseUntil: new Date(0) };
  await BackupStateModel.updateOne({ _id: id }, { $set: set }, { upsert: true });
}

/** Time of the last backup. Null means there has been none. */
export async function lastBackupAt(): Promise<Date | null> {
  const found = await BackupStateModel.findById(id).lean<BackupStateDoc>();
  return found?.lastAt ?? null;
}

/** Extends the lease, since a large backup can take longer than its initial lease. */
export async function renewBackup(leaseMs: number): Promise<void> {
  const leaseUntil = new Date((await serverNow()).getTime() + leaseMs);
  await BackupStateModel.updateOne({ _id: id }, { $set: { leaseUntil } });
}

/** Returns true to a single instance when a backup is due. That instance has until the end of the lease to make it. */
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
