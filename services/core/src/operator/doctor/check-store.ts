import { refuseHalfRestored } from '../../store/backup/restore-mark.ts';
import { connectStore, currentDatabase, prepareCollections } from '../../store/connection/connect.ts';
import { requireCurrentStore } from '../../store/migrations/migrate-store.ts';
import type { StoreDatabase } from '../../store/migrations/migration.ts';
import { openStoreKeys } from '../../store/secrets/store-keys.ts';
import { verifyStore } from '../backup/verify-store.ts';
import type { OperatorEnvironment } from '../command.ts';
import type { Finding } from './finding.ts';

async function problemOf(check: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    return (error as Error).message.split('\n')[0]!;
  }
}

/** True if the store runs without access control. Only the embedded store reports this. */
async function isUnprotected(db: StoreDatabase): Promise<boolean> {
  const status = await db
    .admin()
    .command({ serverStatus: 1 })
    .catch(() => undefined);
  return status?.process === 'embedded-mongo' && status.isProtected === false;
}

/** Connects as far as possible. Checks that depend on a failed one are skipped. */
export async function checkStore({ config, keyRing }: OperatorEnvironment): Promise<Finding[]> {
  const error = (about: string, message: string, remedy: string): Finding[] => [
    { level: 'error', about, message, remedy },
  ];
  const { mongodbUri, databaseName } = config!;
  const unreachable = await problemOf(() => connectStore(mongodbUri, databaseName, { mode: 'whatever' }));
  if (unreachable) return error('store', `it does not answer: ${unreachable}`, 'start it, or mend MONGODB_URI');
  const db = currentDatabase();
  const unusable = await problemOf(async () => {
    await refuseHalfRestored(db);
    await requireCurrentStore(db);
  });
  if (unusable) return error('store', unusable, 'no part starts before');
  await prepareCollections();
  const isOtherKey = await problemOf(() => openStoreKeys(keyRing));
  if (isOtherKey) return error('key', isOtherKey, 'no part starts before');
  const { problems } = await verifyStore();
  const unprotected = await isUnprotected(db);
  return [
    ...problems.flatMap((problem) =>
      error('store', problem, 'restore a backup, or report it with the log of that day'),
    ),
    ...(unprotected
      ? error(
          'checksums',
          'documents of an earlier version have no checksums, so damage on the disk would go unnoticed',
          'make room on the disk for a second copy of the store, and start Outbound again (see mongo.log)',
        )
      : []),
  ];
}
