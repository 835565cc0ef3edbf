import { AppError } from '../../../errors/errors.ts';
import { type FileInput, type SentFile, sentFile } from '../../contacts/bulk/read-file.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { type DataSetFile, type RowBatch, readBatches } from './read-rows.ts';

/** Rows of text in JSON, which are stored with the request. */
export const contentRowsMax = 10_000;
/** Rows of a file that its preview reads. */
const previewedRows = 1_000;

export type DataSetInput = FileInput & Pick<DataSetFile, 'preset' | 'columns'>;

/** First rows of a file, or all rows of a text. */
export interface DataSetPreview extends Omit<RowBatch, 'end'>, Pick<SentFile, 'upload' | 'format'> {
  /** Number of rows, or for a long file the number of lines. */
  rows: number;
  isWhole: boolean;
}

export async function previewDataSet(
  dataSetId: string,
  input: DataSetInput,
  ctx: ActionContext,
): Promise<DataSetPreview> {
  const { upload, format, encoding, open } = await sentFile(input, ctx);
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
