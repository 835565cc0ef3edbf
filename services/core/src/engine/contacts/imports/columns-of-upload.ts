import { readUpload, type UploadRecord } from '../../../store/jobs/upload-store.ts';
import { columnsOfFile, openFile, type ShownColumn } from '../bulk/import-batches.ts';

/** Columns of a file that was sent, as these rules and the guesses map them. */
export async function columnsOfUpload(
  { id, contentType }: UploadRecord,
  rules: string[],
  workspaceId: string,
): Promise<ShownColumn[]> {
  const format = contentType === 'text/csv' ? 'csv' : 'ndjson';
  const source = () => readUpload(workspaceId, id);
  return columnsOfFile(await openFile(format, source, { columns: rules }, { workspaceId }));
}
