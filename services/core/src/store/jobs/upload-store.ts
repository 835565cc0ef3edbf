import { createHash } from 'node:crypto';
import { newId } from '../../domain/values/ids.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { boolean, bytes, date, nullable, number, optional, string, withDefault } from '../documents/paths.ts';
import { isDuplicateKey } from '../documents/transaction.ts';

const keptSeconds = 30 * 24 * 60 * 60;
export const uploadBytesMax = 256 * 1024 * 1024;
/** A file that came by link stays this long without a job, and after its last job. */
const linkedKeptMs = 24 * 60 * 60_000;
/** Size of all chunks but the last: small enough for a document, and a 100 MB file has only a hundred. */
const chunkBytes = 1024 * 1024;

/** Uploaded file in chunks, so that any worker can read it and none has to hold it in memory. */
export type UploadDoc = DocOf<typeof UploadModel>;

type ChunkDoc = DocOf<typeof ChunkModel>;

export type UploadRecord = RecordOf<UploadDoc>;

const UploadModel = defineModel(
  'Upload',
  'uploads',
  stored({
    workspaceId: string,
    contentType: string,
    bytes: number,
    sha256: string,
    /** Number of lines, without line ends inside quotes: approximately the number of records. */
    lines: number,
    chunks: number,
    /** Job that uses the file. Until one does, the file is removed with the request that uploaded it. */
    jobId: nullable(string),
    /** True if it came by link, and is not part of a request. */
    isLinked: withDefault(boolean, false),
    /** Time of deletion of a file that came by link. Absent for others, and while a job uses it. */
    expiresAt: optional(date),
    createdAt: date,
  })
    .index({ workspaceId: 1, _id: 1 })
    .index({ createdAt: 1 }, { expireAfterSeconds: keptSeconds })
    .index({ expiresAt: 1 }, { expireAfterSeconds: 0 }),
);

const ChunkModel = defineModel(
  'UploadChunk',
  'upload_chunks',
  stored({
    workspaceId: string,
    uploadId: string,
    index: number,
    data: bytes,
    expiresAt: optional(date),
    createdAt: date,
  })
    .index({ workspaceId: 1, uploadId: 1, index: 1 }, { unique: true })
    .index({ createdAt: 1 }, { expireAfterSeconds: keptSeconds })
    .index({ expiresAt: 1 }, { expireAfterSeconds: 0 }),
);

const quote = 0x22;
const lineFeed = 0x0a;

/** Stores one chunk of a file. An existing chunk is rejected. */
export async function storeChunk(
  workspaceId: string,
  uploadId: string,
  index: number,
  data: Buffer,
  now: Date,
): Promise<void> {
  await ChunkModel.create([{ _id: `${uploadId}:${index}`, workspaceId, uploadId, index, data, createdAt: now }]);
}

export async function deleteChunks(workspaceId: string, uploadIds: string[]): Promise<void> {
  await ChunkModel.deleteMany({ workspaceId, uploadId: { $in: uploadIds } });
}

export function countChunks(workspaceId: string, uploadId: string): Promise<number> {
  return ChunkModel.countDocuments({ workspaceId, uploadId });
}

/** Stores the chunks as they arrive, and removes the file if the upload fails. */
export async function storeUpload(
  workspaceId: string,
  contentType: string,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  now: Date,
  _id = newId('upl'),
): Promise<UploadRecord> {
  const hash = createHash('sha256');
  const total = { bytes: 0, lines: 0, chunks: 0, isQuoted: false, last: lineFeed };
  const hasQuotes = contentType === 'text/csv';
  const save = async (data: Buffer): Promise<void> => {
    for (const byte of data) {
      if (byte === quote && hasQuotes) total.isQuoted = !total.isQuoted;
      else if (byte === lineFeed && !total.isQuoted) total.lines += 1;
    }
    total.last = data.at(-1) ?? lineFeed;
    await storeChunk(workspaceId, _id, total.chunks++, data, now);
  };
  try {
    for await (const chunk of inChunks(source)) {
      hash.update(chunk);
      total.bytes += chunk.length;
      await save(chunk);
    }
  } catch (error) {
    // A chunk that exists belongs to another request for the same link.
    if (!isDuplicateKey(error)) await deleteChunks(workspaceId, [_id]);
    throw error;
  }
  const { bytes, chunks } = total;
  const lines = total.lines + (total.last === lineFeed ? 0 : 1);
  const document = { _id, workspaceId, contentType, bytes, lines, chunks, sha256: hash.digest('hex'), jobId: null };
  await UploadModel.create([{ ...document, createdAt: now }]);
  return toRecord({ ...document, isLinked: false, createdAt: now });
}

async function* inChunks(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const piece of source) {
    waiting.push(piece);
    size += piece.length;
    if (size < chunkBytes) continue;
    const whole = Buffer.concat(waiting);
    let at = 0;
    for (; size - at >= chunkBytes; at += chunkBytes) yield whole.subarray(at, at + chunkBytes);
    [waiting, size] = [[whole.subarray(at)], size - at];
  }
  if (size > 0) yield Buffer.concat(waiting);
}

export async function findUpload(workspaceId: string, uploadId: string): Promise<UploadRecord | null> {
  const found = await UploadModel.findOne({ workspaceId, _id: uploadId }).lean<UploadDoc>();
  return found && toRecord(found);
}

/** Yields the file from its beginning, or from a byte on, with one chunk in memory at a time. */
export async function* readUpload(workspaceId: string, uploadId: string, from = 0): AsyncGenerator<Buffer> {
  const first = Math.floor(from / chunkBytes);
  for (let index = first; ; index += 1) {
    const chunk = await ChunkModel.findOne({ workspaceId, uploadId, index }).lean<ChunkDoc>();
    if (chunk === null) return;
    // The driver returns binary fields as its own class.
    const data = chunk.data as Buffer | { buffer: Uint8Array };
    const bytes = Buffer.isBuffer(data) ? data : Buffer.from(data.buffer);
    yield index === first ? bytes.subarray(from % chunkBytes) : bytes;
  }
}

/** Assigns the file to a job, which keeps it until it ends. Call in the transaction that creates the job. */
export async function giveUploadToJob(workspaceId: string, uploadId: string, jobId: string): Promise<void> {
  const keep = { $unset: { expiresAt: '' } };
  await UploadModel.updateOne({ workspaceId, _id: uploadId }, { $set: { jobId }, ...keep });
  await ChunkModel.updateMany({ workspaceId, uploadId, expiresAt: { $exists: true } }, keep);
}

/** Lets a file that came by link expire. */
export async function letUploadExpire(workspaceId: string, uploadId: string, now: Date): Promise<void> {
  const expire = { $set: { expiresAt: new Date(now.getTime() + linkedKeptMs) } };
  await UploadModel.updateOne({ workspaceId, _id: uploadId }, expire);
  await ChunkModel.updateMany({ workspaceId, uploadId }, expire);
}

/** Stores a file that came by link. Throws a duplicate key error if the link was used before. */
export async function storeLinkedUpload(
  { workspaceId, uploadId, contentType }: { workspaceId: string; uploadId: string; contentType: string },
  source: AsyncIterable<Uint8Array>,
  now: Date,
): Promise<UploadRecord> {
  const upload = await storeUpload(workspaceId, contentType, source, now, uploadId);
  await UploadModel.updateOne({ workspaceId, _id: uploadId }, { $set: { isLinked: true } });
  await letUploadExpire(workspaceId, uploadId, now);
  return upload;
}

/** Files that came by link and are not deleted yet. */
export function countLinkedUploads(workspaceId: string): Promise<number> {
  return UploadModel.countDocuments({ workspaceId, isLinked: true });
}

/** Ends the use of a file by its job: other jobs can use one that came by link, for a day. */
export async function releaseUpload(workspaceId: string, uploadId: string, now: Date): Promise<void> {
  const upload = await findUpload(workspaceId, uploadId);
  if (upload?.isLinked) await letUploadExpire(workspaceId, uploadId, now);
  else await deleteUpload(workspaceId, uploadId);
}

export async function deleteUpload(workspaceId: string, uploadId: string): Promise<void> {
  await UploadModel.deleteOne({ workspaceId, _id: uploadId });
  await deleteChunks(workspaceId, [uploadId]);
}

/** Removes the file unless a job uses it. */
export async function discardUpload(workspaceId: string, uploadId: string): Promise<void> {
  const upload = await findUpload(workspaceId, uploadId);
  if (upload?.jobId === null && !upload.isLinked) await deleteUpload(workspaceId, uploadId);
}
