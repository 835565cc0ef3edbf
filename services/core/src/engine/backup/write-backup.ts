import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { openStream, sealStream } from '../../domain/backup/sealed-stream.ts';
import {
  type BackupMeta,
  type CollectionCount,
  type RecordTaker,
  readRecords,
  takeRecords,
} from '../../store/backup/records.ts';
import { readSnapshot, type SnapshotOptions } from '../../store/backup/snapshot.ts';

export interface BackupSummary {
  file: string;
  bytes: number;
  createdAt: string;
  dataVersion: number;
  collections: number;
  documents: number;
}

function summaryOf(file: string, bytes: number, meta: BackupMeta, counts: CollectionCount[]): BackupSummary {
  const documents = counts.reduce((sum, count) => sum + count.documents, 0);
  return {
    file,
    bytes,
    createdAt: meta.createdAt,
    dataVersion: meta.dataVersion,
    collections: counts.length,
    documents,
  };
}

/**
 * Writes both databases, as they were at one moment, and the keys into one encrypted file, and reads it again before it
 * gets its name: what is there under that name is whole.
 */
export async function writeBackup(
  file: string,
  passphrase: string,
  meta: BackupMeta,
  options?: SnapshotOptions,
): Promise<BackupSummary> {
  const partial = `${file}.partial`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    await readSnapshot(
      (session) =>
        pipeline(
          readRecords(session, meta),
          createGzip(),
          (source: AsyncIterable<Buffer>) => sealStream(source, passphrase),
          createWriteStream(partial, { mode: 0o600, flush: true }),
        ),
      options,
    );
    const { summary } = await readBackup(partial, passphrase);
    await rename(partial, file);
    await syncFolder(dirname(file));
    return { ...summary, file };
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/**
 * Reads a whole backup; throws BackupFileError when a byte of it is not as it was written. The summary is for printing
 * and logging; the metadata hold secrets and stay apart from it.
 */
export async function readBackup(
  file: string,
  passphrase: string,
  taker: RecordTaker = {},
): Promise<{ summary: BackupSummary; meta: BackupMeta }> {
  const { size } = await stat(file);
  let result: { meta: BackupMeta; counts: CollectionCount[] } | undefined;
  await pipeline(
    createReadStream(file),
    (source: AsyncIterable<Buffer>) => openStream(source, passphrase),
    createGunzip(),
    async (source: AsyncIterable<Buffer>) => {
      result = await takeRecords(source, taker);
    },
  );
  return { summary: summaryOf(file, size, result!.meta, result!.counts), meta: result!.meta };
}
