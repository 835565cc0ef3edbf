import type { Readable } from 'node:stream';
import { Type } from 'typebox';
import { contactFields } from '../../../domain/contacts/contact-fields.ts';
import { csvLine } from '../../../domain/contacts/imports/csv-line.ts';
import { exportColumns } from '../../../domain/fields/fields.ts';
import { OneOf } from '../../../schema/schema.ts';
import type { ContactRecord } from '../../../store/contacts/contact-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { toContactView } from '../contact-view.ts';

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const FormatOfFile = OneOf(exportFormats, { default: 'csv', description: 'Format of the file.' });
export const exportMediaTypes = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

/** Lets Excel detect that a file is UTF-8. */
const byteOrderMark = '\ufeff';

export const BomOfFile = Type.Boolean({
  description:
    'True: a CSV file starts with a byte-order mark, by which Excel reads it as UTF-8. Default: false for programs, true in the application.',
});

/** People who use the app open the file in Excel. Programs request the mark if they want it. */
export function hasBom({ via }: Pick<ActionContext, 'via'>): boolean {
  return via === 'app';
}

const columns = exportColumns(contactFields);

/** Start of an export file. Each custom field has its own column, in the form that an import reads. */
export function exportHeader(format: ExportFormat, keys: readonly string[], bom = false): string {
  return format === 'csv'
    ? (bom ? byteOrderMark : '') +
        csvLine([...columns.map(([name]) => name), ...keys.map((key) => `customFields.${key}`)])
    : '';
}

/** One contact as a line of the file: CSV with escaped formula cells, or JSON with all fields. */
export function exportLine(contact: ContactRecord, format: ExportFormat, keys: readonly string[]): string {
  const view = toContactView(contact);
  if (format !== 'csv') return `${JSON.stringify(view)}\n`;
  const own = view.customFields;
  return csvLine([...columns.map(([, cell]) => cell(view)), ...keys.map((key) => own[key])]);
}

export function exportDownload(format: ExportFormat, fileName: string, body: Readable) {
  return {
    contentType: format === 'csv' ? `${exportMediaTypes.csv}; charset=utf-8` : exportMediaTypes.ndjson,
    fileName: `${fileName}.${format}`,
    body,
  };
}
