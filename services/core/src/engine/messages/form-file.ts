import type { Readable } from 'node:stream';
import { findUpload, storeUpload, type UploadRecord } from '../../store/jobs/upload-store.ts';

interface FormFile {
  name: string;
  content: Readable;
}

/**
 * Keeps an uploaded form file until it is confirmed. Uses the file extension, because browsers take the media type from
 * the operating system.
 */
export function keepFormFile(workspaceId: string, { name, content }: FormFile, now: Date): Promise<UploadRecord> {
  const type = /\.(ndjson|jsonl)$/i.test(name) ? 'application/x-ndjson' : 'text/csv';
  return storeUpload(workspaceId, type, content, now);
}

export async function findFormFile(workspaceId: string, uploadId?: string): Promise<UploadRecord | undefined> {
  return uploadId === undefined ? undefined : ((await findUpload(workspaceId, uploadId)) ?? undefined);
}
