import { AppError } from '../../../errors/errors.ts';
import { findUpload, readUpload, type UploadRecord } from '../../../store/jobs/upload-store.ts';
import type { ImportFormat } from '../../contacts/bulk/read-file.ts';
import type { ActionContext } from '../../context/action-context.ts';
import type { BytesFrom } from './read-register.ts';
import { type DataSetFile, type RowBatch, readBatches } from './read-rows.ts';

/** Rows of text in JSON, which are stored with the request. */
export const contentRowsMax = 10_000;
/** Rows of a file that its preview reads. */
const previewedRows = 1_000;

export interface DataSetInput extends Partial<Pick<DataSetFile, 'format' | 'preset' | 'columns' | 'encoding'>> {
  content?: string;
  uploadId?: string;
}

/** First rows of a file, or all rows of a text. */
export interface DataSetPreview extends Omit<RowBatch, 'end'> {
  upload: UploadRecord | undefined;
  format: ImportFormat;
  /** Rows of the file, as far as its lines tell. */
  rows: number;
  isWhole: boolean;
}

async function uploadOf({ content, uploadId }: DataSetInput, ctx: ActionContext): Promise<UploadRecord | undefined> {
  if ([ctx.upload, content, uploadId].filter((each) => each !== undefined).length !== 1) {
    const message = 'Send one file: as the raw body, as content, or by link as uploadId (create_upload).';
    throw new AppError('validation_failed', message, { field: 'content' });
  }
  if (uploadId === undefined) return ctx.upload;
  const upload = await findUpload(ctx.workspaceId, uploadId);
  if (upload !== null) return upload;
  const message = `No file has come for ${uploadId}, or it is deleted: send it to the url of create_upload.`;
  throw new AppError('not_found', message, { field: 'uploadId' });
}

function formatOf({ content = '', format }: DataSetInput, upload: UploadRecord | undefined): ImportFormat {
  if (upload !== undefined) return upload.contentType === 'text/csv' ? 'csv' : 'ndjson';
  return format ?? (content.trimStart().startsWith('{') ? 'ndjson' : 'csv');
}

function opened(content: string): BytesFrom {
  const bytes = Buffer.from(content);
  return async function* (from) {
    yield bytes.subarray(from);
  };
}

export async function previewDataSet(
  dataSetId: string,
  input: DataSetInput,
  ctx: ActionContext,
): Promise<DataSetPreview> {
  const upload = await uploadOf(input, ctx);
  const format = formatOf(input, upload);
  const open = upload ? (from: number) => readUpload(ctx.workspaceId, upload.id, from) : opened(input.content!);
  // Text in JSON is already Unicode.
  const encoding = upload ? input.encoding : 'utf-8';
  const { preset, columns } = input;
  const preview: DataSetPreview = {
    upload,
    format,
    people: [],
    companies: [],
    unused: [],
    inactive: 0,
    mapping: [],
    rows: 0,
    isWhole: true,
  };
  for await (const batch of readBatches(open, { dataSetId, format, preset, columns, encoding }, ctx)) {
    preview.people.push(...batch.people);
    preview.companies.push(...batch.companies);
    preview.unused.push(...batch.unused);
    preview.inactive += batch.inactive;
    if (preview.mapping.length === 0) preview.mapping = batch.mapping;
    preview.rows = batch.end.rows;
    if (upload === undefined && preview.rows > contentRowsMax) {
      const message = `More than ${contentRowsMax} rows: send them as the raw body, or by link (create_upload).`;
      throw new AppError('validation_failed', message, { field: 'content' });
    }
    preview.isWhole = upload === undefined || preview.rows < previewedRows;
    if (!preview.isWhole) break;
  }
  if (preview.people.length + preview.companies.length + preview.inactive === 0)
    throw new AppError('validation_failed', 'No row can be used.', { field: 'content' });
  const lines = upload === undefined ? 0 : upload.lines - (format === 'csv' ? 1 : 0);
  return { ...preview, rows: preview.isWhole ? preview.rows : Math.max(preview.rows, lines) };
}
