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
  sizeOf,
  takeRecords,
} from '../../store/backup/records.ts';
import { readSnapshot, type Snapshot } from '../../store/backup/snapshot.ts';
import { requireSnapshotTime } from '../../store/backup/snapshot-window.ts';

const megabyte = 1024 * 1024;

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

/** Progress of a backup: copying the store, reading the copy into the file, or verifying the file. */
export interface BackupProgress {
  step: 'copy' | 'read' | 'verify';
  done: number;
  total: number;
  unit: 'MB' | 'documents';
}

export interface WriteOptions {
  isStopped?: boolean;
  onProgress?(progress: BackupProgress): void;
}

/**
 * Writes both databases, as of one moment, and the keys into one encrypted file. Verifies the file before it gets its
 * final name, so that a file with that name is always complete. `createdAt` is that moment, even if reading had to
 * start again.
 */
export async function writeBackup(
  file: string,
  passphrase: string,
  about: Omit<BackupMeta, 'createdAt'>,
  { isStopped, onProgress = () => {} }: WriteOptions = {},
): Promise<BackupSummary> {
  const partial = `${file}.partial`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const write = async (snapshot: Snapshot): Promise<void> => {
    const { documents: total } = await sizeOf(snapshot.client, about.databases);
    let done = 0;
    const onDocument = () => onProgress({ step: 'read', done: ++done, total, unit: 'documents' });
    await pipeline(
      readRecords(snapshot, { createdAt: snapshot.at.toISOString(), ...about }, onDocument),
      createGzip(),
      (source: AsyncIterable<Buffer>) => sealStream(source, passphrase),
      createWriteStream(partial, { mode: 0o600, flush: true }),
    );
  };
  try {
    await readSnapshot(write, {
      isStopped,
      onCopy: ({ copiedMegabytes: done, totalMegabytes: total }) =>
        onProgress({ step: 'copy', done, total, unit: 'MB' }),
      requireTime: () => requireSnapshotTime(about.databases),
    });
    const summary = await verified(partial, passphrase, onProgress);
    await rename(partial, file);
    await syncFolder(dirname(file));
    return { ...summary, file };
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function verified(
  file: string,
  passphrase: string,
  onProgress: (progress: BackupProgress) => void,
): Promise<BackupSummary> {
  const { size } = await stat(file);
  const [total, unit] = [size / megabyte, 'MB'] as const;
  let bytes = 0;
  const onBytes = (count: number) => {
    bytes += count;
    onProgress({ step: 'verify', done: bytes / megabyte, total, unit });
  };
  return (await readBackup(file, passphrase, {}, onBytes)).summary;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/**
 * Reads a complete backup. Throws BackupFileError if any byte was changed. The summary can be printed and logged; the
 * metadata are returned separately because they contain secrets.
 */
export async function readBackup(
  file: string,
  passphrase: string,
  taker: RecordTaker = {},
  onBytes: (count: number) => void = () => {},
): Promise<{ summary: BackupSummary; meta: BackupMeta }> {
  const { size } = await stat(file);
  let result: { meta: BackupMeta; counts: CollectionCount[] } | undefined;
  await pipeline(
    createReadStream(file),
    async function* count(source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        onBytes(chunk.length);
        yield chunk;
      }
    },
    (source: AsyncIterable<Buffer>) => openStream(source, passphrase),
    createGunzip(),
    async (source: AsyncIterable<Buffer>) => {
      result = await takeRecords(source, taker);
    },
  );
  return { summary: summaryOf(file, size, result!.meta, result!.counts), meta: result!.meta };
}
