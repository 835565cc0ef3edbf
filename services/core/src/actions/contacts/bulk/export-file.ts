import type { Readable } from 'node:stream';
import { csvLine } from '../../../domain/imports/csv-line.ts';
import type { ContactRecord } from '../../../store/crm/contact-store.ts';
import { OneOf } from '../../schema.ts';
import { type ContactView, toContactView } from '../contact-view.ts';

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const FormatOfFile = OneOf(exportFormats, { default: 'csv', description: 'Format of the file.' });
export const exportMediaTypes = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

const columns = [
  'id',
  'email',
  'emailStatus',
  'firstName',
  'lastName',
  'title',
  'seniority',
  'department',
  'linkedinUrl',
  'phone',
  'companyName',
  'companyDomain',
  'city',
  'region',
  'country',
  'timeZone',
  'language',
  'stage',
  'tags',
  'source',
  'sourceDetail',
  'declaredBasis',
  'basisNote',
  'basisSetAt',
  'noticeSentAt',
  'doNotContact',
  'externalId',
  'score',
  'lastContactedAt',
  'lastRepliedAt',
  'customFields',
  'createdAt',
  'updatedAt',
] as const;

const cells = (view: ContactView): unknown[] => {
  const { tags, phones, location, score, customFields, ...rest } = view;
  const flat: Record<string, unknown> = {
    ...rest,
    ...location,
    phone: phones.join('; '),
    tags: tags.join('; '),
    score: score?.value,
    customFields: Object.keys(customFields).length > 0 ? JSON.stringify(customFields) : null,
  };
  return columns.map((column) => flat[column]);
};

/** What a file begins with. */
export const exportHeader = (format: ExportFormat): string => (format === 'csv' ? csvLine(columns) : '');

/** One contact as a line of the file: CSV with cells that could run as formulas made harmless, or all fields as JSON. */
export const exportLine = (contact: ContactRecord, format: ExportFormat): string => {
  const view = toContactView(contact);
  return format === 'csv' ? csvLine(cells(view)) : `${JSON.stringify(view)}\n`;
};

export const exportDownload = (format: ExportFormat, fileName: string, body: Readable) => ({
  contentType: format === 'csv' ? `${exportMediaTypes.csv}; charset=utf-8` : exportMediaTypes.ndjson,
  fileName: `${fileName}.${format}`,
  body,
});
