import { Readable } from 'node:stream';
import { Type } from 'typebox';
import {
  BomOfFile,
  type ExportFormat,
  exportDownload,
  exportHeader,
  exportLine,
  exportMediaTypes,
  FormatOfFile,
  hasBom,
} from '../../../engine/contacts/bulk/export-file.ts';
import { contactFilterProperties } from '../../../engine/contacts/contact-filter.ts';
import { ContactView } from '../../../engine/contacts/contact-view.ts';
import { resolveContactFilter } from '../../../engine/contacts/resolve-contact-filter.ts';
import { customFieldsOf } from '../../../engine/fields/custom-fields.ts';
import { Input } from '../../../schema/schema.ts';
import { type ContactQuery, streamContacts } from '../../../store/contacts/contact-store.ts';
import { defineRead } from '../../definition/define-action.ts';

async function* exported(
  query: ContactQuery,
  { format, bom, keys }: { format: ExportFormat; bom: boolean; keys: string[] },
  workspaceId: string,
) {
  yield exportHeader(format, keys, bom);
  for await (const contact of streamContacts(workspaceId, query)) yield exportLine(contact, format, keys);
}

export const exportContacts = defineRead({
  name: 'export_contacts',
  title: 'Export contacts',
  summary: 'Download contacts as CSV or NDJSON.',
  description:
    'Downloads all contacts that match the filters of list_contacts, oldest first, as one file: CSV (a ' +
    'header, one column per custom field, formulas made harmless) or NDJSON (one contact per line with all ' +
    'fields). It streams and has no upper limit. For a background export that survives a lost connection, use ' +
    'start_contact_export. To view contacts, use list_contacts.',
  method: 'get',
  path: '/contacts/export',
  scope: 'contacts:read',
  input: Input({
    ...contactFilterProperties,
    format: Type.Optional(FormatOfFile),
    bom: Type.Optional(BomOfFile),
  }),
  output: Type.Array(ContactView),
  downloads: { types: Object.values(exportMediaTypes), always: true },
  errors: ['not_found'],

  async run({ format = 'csv', bom, ...filter }, ctx) {
    const keys = (await customFieldsOf('contact', ctx)).map(({ key }) => key);
    const body = Readable.from(
      exported(await resolveContactFilter(filter, ctx), { format, bom: bom ?? hasBom(ctx), keys }, ctx.workspaceId),
    );
    return { data: [], summary: '', download: exportDownload(format, 'contacts', body) };
  },
});
