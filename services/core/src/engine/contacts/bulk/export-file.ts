import type { Readable } from 'node:stream';
import { contactFields } from '../../../domain/contacts/contact-fields.ts';
import { csvLine } from '../../../domain/contacts/imports/csv-line.ts';
import { exportColumns } from '../../../domain/fields/fields.ts';
import { OneOf } from '../../../schema/schema.ts';
import type { ContactRecord } from '../../../store/contacts/contact-store.ts';
import { toContactView } from '../contact-view.ts';

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const FormatOfFile = OneOf(exportFormats, { default: 'csv', description: 'Format of the file.' });
export const exportMediaTypes = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

const columns = exportColumns(contactFields);

/** What a file begins with; each custom field that is defined has a column, as an import takes it. */
export function exportHeader(format: ExportFormat, keys: readonly string[]): string {
  return format === 'csv'
    ? csvLine([...columns.map(([name]) => name), ...keys.map((key) => `customFields.${key}`)])
    : '';
}

/** One contact as a line of the file: CSV with cells that could run as formulas made harmless, or all fields as JSON. */
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
