import { readUpload, type UploadRecord } from '../../../store/jobs/upload-store.ts';
import { columnsOfFile, openFile, type ShownColumn } from '../bulk/import-batches.ts';
import { formatOfUpload } from '../bulk/read-file.ts';

/** Columns of a file that was sent, as these rules and the guesses map them. */
export async function columnsOfUpload(
  upload: UploadRecord,
  rules: string[],
  workspaceId: string,
): Promise<ShownColumn[]> {
  const source = () => readUpload(workspaceId, upload.id);
  return columnsOfFile(await openFile(formatOfUpload(upload), source, { columns: rules }, { workspaceId }));
}
