import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { KeyRing } from '../../secrets/key-ring.ts';
import { migrations as allMigrations, versionOf } from './index.ts';
import { type Migration, type StoreDatabase, StoreVersionError } from './migration.ts';
import { leaseSchema, readSchemaRecord, type SchemaRecord, updateLeased } from './schema-record.ts';

const leaseMs = 30_000;
const renewMs = 10_000;
const pollMs = 200;

export interface MigrateOptions {
  /** Database time, used to compare leases. */
  now(): Promise<Date>;
  log(text: string): void;
  migrations?: readonly Migration[];
  keyRing?: KeyRing;
  leaseMs?: number;
  /** For tests: the delay between two checks of another instance's progress. */
  wait?(): Promise<void>;
}

/** Rejects documents that a newer version of the product changed beyond what this one understands. */
function refuseNewer({ version, compatibleFrom }: SchemaRecord, current: number): void {
  if (compatibleFrom > current)
    throw new StoreVersionError(
      `The data were written by a newer version of Outbound (data version ${version}, this one knows ${current}). Start that version, or restore a backup made before the upgrade.`,
    );
}

/** For commands that change single records: the store must already be at this version. */
export async function requireCurrentStore(db: StoreDatabase, migrations = allMigrations): Promise<void> {
  const current = versionOf(migrations);
  const record = await readSchemaRecord(db, current);
  refuseNewer(record, current);
  if (record.version < current)
    throw new StoreVersionError(
      `The data have version ${record.version}, this command needs ${current}: start Outbound once, it brings them up to date.`,
    );
}

/**
 * Migrates the stored documents to this version. One instance does so under a lease, and the others wait. An
 * interrupted migration resumes from its saved position.
 */
export async function migrateStore(db: StoreDatabase, options: MigrateOptions): Promise<void> {
  const { migrations = allMigrations, wait = () => pause(pollMs) } = options;
  const current = versionOf(migrations);
  const owner = randomUUID();
  for (;;) {
    const record = await readSchemaRecord(db, current);
    refuseNewer(record, current);
    if (record.version >= current) return;
    const leased = await leaseSchema(db, owner, await options.now(), options.leaseMs ?? leaseMs);
    if (leased === null) await wait();
    else await runLeased(db, owner, leased, { ...options, migrations });
  }
}

async function runLeased(
  db: StoreDatabase,
  owner: string,
  leased: SchemaRecord,
  options: MigrateOptions,
): Promise<void> {
  const renewal = setInterval(() => {
    void options.now().then((now) => leaseSchema(db, owner, now, options.leaseMs ?? leaseMs));
  }, renewMs);
  try {
    for (const migration of options.migrations!.filter(({ version }) => version > leased.version))
      await runOne(db, owner, migration, leased, options);
  } finally {
    clearInterval(renewal);
    await updateLeased(db, owner, { $unset: { lease: true } });
  }
}

async function runOne(
  db: StoreDatabase,
  owner: string,
  migration: Migration,
  leased: SchemaRecord,
  { log, now, keyRing }: MigrateOptions,
): Promise<void> {
  const { version, name, isCompatible } = migration;
  const store = async (update: object): Promise<void> => {
    if (!(await updateLeased(db, owner, update)))
      throw new Error(`another instance has taken over data migration ${version}`);
  };
  const saved = leased.running?.version === version ? leased.running.saved : undefined;
  log(`data migration ${version} (${name}) ${saved === undefined ? 'begins' : 'goes on'}`);
  // Runs before the first change: from now on, an instance that does not understand the result must not start.
  await store({ $set: { running: { version, saved }, ...(!isCompatible && { compatibleFrom: version }) } });
  const startedAt = performance.now();
  await migration.run({
    db,
    keyRing,
    saved,
    log: (text) => log(`data migration ${version}: ${text}`),
    save: (state) => store({ $set: { running: { version, saved: state } } }),
  });
  const tookMs = Math.round(performance.now() - startedAt);
  await store({
    $set: { version },
    $unset: { running: true },
    $push: { history: { version, at: await now(), tookMs } },
  });
  log(`data migration ${version} is done after ${tookMs} ms`);
}
