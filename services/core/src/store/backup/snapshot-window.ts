import mongoose from 'mongoose';
import type { BackupMeta } from './records.ts';
import { sizeOf } from './records.ts';
import { ownTools, SnapshotError } from './snapshot.ts';

/** MongoDB's default for minSnapshotHistoryWindowInSeconds. */
const windowSecondsDefault = 300;
/** The first documents can read faster than the rest, and other clients use the store too. */
const safetyFactor = 1.5;
const sampleMs = 2_000;
const sampleBytesMax = 50_000_000;
const sampleBatchDocuments = 500;

export interface SnapshotNeed {
  bytes: number;
  bytesPerSecond: number;
  windowSeconds: number;
}

/** Throws if reading everything would take longer than the store keeps a snapshot. */
export function requireWindow({ bytes, bytesPerSecond, windowSeconds }: SnapshotNeed): void {
  const neededSeconds = Math.ceil((bytes / bytesPerSecond) * safetyFactor);
  if (neededSeconds <= windowSeconds) return;
  const gigabytes = (bytes / 1e9).toFixed(1);
  throw new SnapshotError(
    `The databases hold ${gigabytes} GB. Reading them may take ${minutes(neededSeconds)}, and the store ` +
      `keeps a snapshot for ${minutes(windowSeconds)}. ${ownTools} Or let the store keep snapshots longer: ` +
      `db.adminCommand({setParameter: 1, minSnapshotHistoryWindowInSeconds: ${neededSeconds}}).`,
  );
}

function minutes(seconds: number): string {
  const count = Math.max(1, Math.round(seconds / 60));
  return count === 1 ? '1 minute' : `${count} minutes`;
}

/** Checks before a backup starts that MongoDB keeps its snapshot until everything is read. */
export async function requireSnapshotTime(databases: BackupMeta['databases']): Promise<void> {
  const client = mongoose.connection.getClient();
  const { bytes } = await sizeOf(client, databases);
  if (bytes < sampleBytesMax) return;
  requireWindow({ bytes, bytesPerSecond: await readingSpeed(databases.core), windowSeconds: await windowOf(client) });
}

/** Returns the default if the store does not report the window, or the user has no permission to read it. */
async function windowOf(client: mongoose.mongo.MongoClient): Promise<number> {
  const name = 'minSnapshotHistoryWindowInSeconds';
  const found = await client
    .db('admin')
    .command({ getParameter: 1, [name]: 1 })
    .catch(() => undefined);
  return Number(found?.[name] ?? windowSecondsDefault);
}

/** Reading speed in bytes per second, measured on events because every sizable installation has many of them. */
async function readingSpeed(databaseName: string): Promise<number> {
  const events = mongoose.connection.getClient().db(databaseName).collection('events');
  const startedAt = performance.now();
  let bytes = 0;
  const cursor = events.find({}, { raw: true, batchSize: sampleBatchDocuments });
  for await (const document of cursor as unknown as AsyncIterable<Buffer>) {
    bytes += document.length;
    if (bytes > sampleBytesMax || performance.now() - startedAt > sampleMs) break;
  }
  const seconds = Math.max(0.001, (performance.now() - startedAt) / 1_000);
  return Math.max(1, bytes / seconds);
}
