import { inexactNumber } from '../../../domain/contacts/imports/cell-values.ts';
import { flattenJson } from '../../../domain/contacts/imports/json-shapes.ts';
import { legacyEncodings } from '../../../domain/contacts/imports/legacy-encodings.ts';
import {
  EncodingJudge,
  type FileEncoding,
  type FoundEncoding,
  fileEncodings,
} from '../../../domain/contacts/imports/text-encoding.ts';
import { AppError } from '../../../errors/errors.ts';
import { findUpload, readUpload, type UploadRecord } from '../../../store/jobs/upload-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { type RawRow, UnreadableRow } from './raw-row.ts';
import { type CsvOptions, csvRows } from './read-csv.ts';

export const importFormats = ['csv', 'ndjson'] as const;
export type ImportFormat = (typeof importFormats)[number];

const lineCharactersMax = 1_000_000;

/** Opens a new pass over the file. The encoding is detected before the rows are read. */
export type FileSource = () => AsyncIterable<Buffer>;

async function judge(source: FileSource): Promise<FoundEncoding> {
  const judging = new EncodingJudge();
  for await (const chunk of source()) judging.push(chunk);
  const found = judging.found();
  if (found !== undefined) return found;
  throw new AppError(
    'validation_failed',
    'The character encoding of the file is not recognized: save it as UTF-8, or name the encoding.',
    {
      field: 'encoding',
      allowedValues: [...fileEncodings],
    },
  );
}

/** Encoding of a file, as given by the caller or as detected from all of its bytes. */
export function encodingOf(source: FileSource, said: FileEncoding | 'auto' = 'auto'): Promise<FoundEncoding> {
  if (said === 'auto') return judge(source);
  return Promise.resolve({
    encoding: said,
    isDamaged: !(legacyEncodings as readonly string[]).includes(said),
    isGuess: false,
  });
}

async function* decoded(source: FileSource, encoding: FileEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of source()) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

async function* lines(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of texts) {
    const parts = (rest + text).split('\n');
    rest = parts.pop()!;
    yield* parts;
    if (rest.length > lineCharactersMax)
      throw new AppError('malformed_request', 'A line of the file is longer than 1 MB.');
  }
  yield rest;
}

async function* ndjsonRows(texts: AsyncIterable<string>): AsyncGenerator<RawRow> {
  for await (const line of lines(texts)) if (line.trim() !== '') yield jsonRow(line);
}

interface ReviverContext {
  source?: string;
}

// Keeps the digits of a number that JSON cannot hold exactly. Rounding could make two IDs equal.
function keepDigits(_name: string, value: unknown, { source }: ReviverContext = {}): unknown {
  return inexactNumber(value, source) ?? value;
}

function jsonRow(line: string): RawRow {
  try {
    const value: unknown = JSON.parse(line, keepDigits);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return flattenJson(value);
  } catch {
    // Reported below, without quoting the line.
  }
  return new UnreadableRow('The line is not a JSON object.');
}

export async function* readRows(
  format: ImportFormat,
  source: FileSource,
  { encoding, isDamaged }: FoundEncoding,
  { isKnown, shape = {} }: Pick<CsvOptions, 'isKnown'> & Partial<CsvOptions>,
): AsyncGenerator<RawRow> {
  const texts = decoded(source, encoding);
  yield* format === 'csv' ? csvRows(texts, { isKnown, isDamaged, shape }) : ndjsonRows(texts);
}

/** Inputs of an operation that takes a file: as the raw body, by link, or as text. */
export interface FileInput {
  content?: string;
  uploadId?: string;
  format?: ImportFormat;
  encoding?: FileEncoding | 'auto';
}

export interface SentFile {
  /** Undefined if the file is text in the input. */
  upload: UploadRecord | undefined;
  format: ImportFormat;
  encoding: FileEncoding | 'auto' | undefined;
  /** Opens the file, at its beginning or at a byte. */
  open: (from?: number) => AsyncGenerator<Buffer>;
}

/** The file of a request. Throws if the request has no file, or several. */
export async function sentFile(input: FileInput, ctx: ActionContext): Promise<SentFile> {
  const upload = await uploadOf(input, ctx);
  const { content = '' } = input;
  const open = upload
    ? (from?: number) => readUpload(ctx.workspaceId, upload.id, from)
    : (from?: number) => bufferOf(content, from);
  // Text in JSON is already Unicode.
  return { upload, format: formatOf(input, upload), encoding: upload ? input.encoding : 'utf-8', open };
}

async function uploadOf({ content, uploadId }: FileInput, ctx: ActionContext): Promise<UploadRecord | undefined> {
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

function formatOf({ content = '', format }: FileInput, upload: UploadRecord | undefined): ImportFormat {
  if (upload !== undefined) return formatOfUpload(upload);
  return format ?? (content.trimStart().startsWith('{') ? 'ndjson' : 'csv');
}

export function formatOfUpload({ contentType }: Pick<UploadRecord, 'contentType'>): ImportFormat {
  return contentType === 'text/csv' ? 'csv' : 'ndjson';
}

async function* bufferOf(content: string, from = 0): AsyncGenerator<Buffer> {
  yield Buffer.from(content).subarray(from);
}
