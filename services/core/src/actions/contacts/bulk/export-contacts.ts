import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { streamContacts } from '../../../store/crm/contact-bulk-store.ts';
import { defineRead } from '../../define-action.ts';
import { Input } from '../../schema.ts';
import { contactFilterProperties } from '../contact-filter.ts';
import { ContactView } from '../contact-view.ts';
import { resolveContactFilter } from '../resolve-contact-filter.ts';
import {
  type ExportFormat,
  exportDownload,
  exportHeader,
  exportLine,
  exportMediaTypes,
  FormatOfFile,
} from './export-file.ts';

async function* exported(workspaceId: string, filter: Record<string, unknown>, format: ExportFormat) {
  yield exportHeader(format);
  for await (const contact of streamContacts(workspaceId, filter)) yield exportLine(contact, format);
}

export const exportContacts = defineRead({
  name: 'export_contacts',
  title: 'Export contacts',
  summary: 'Download the contacts that match filters, as CSV or NDJSON.',
  description:
    'Downloads all contacts that match the filters of list_contacts, oldest first, as one file: CSV (a header, cells that could run as formulas made harmless) or NDJSON (one contact per line with all fields). It streams, so it has no upper limit; for a file that is made in the background and survives a lost connection, use start_contact_export. To look at contacts, use list_contacts.',
  method: 'get',
  path: '/contacts/export',
  scope: 'contacts:read',
  input: Input({
    ...contactFilterProperties,
    format: Type.Optional(FormatOfFile),
  }),
  output: Type.Array(ContactView),
  downloads: { types: Object.values(exportMediaTypes), always: true },
  errors: ['not_found'],

  async run({ format = 'csv', ...filter }, ctx) {
    const body = Readable.from(exported(ctx.workspaceId, await resolveContactFilter(filter, ctx), format));
    return { data: [], summary: '', download: exportDownload(format, 'contacts', body) };
  },
});
