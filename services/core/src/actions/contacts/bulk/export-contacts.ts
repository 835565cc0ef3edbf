import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { csvLine } from '../../../domain/imports/csv-line.ts';
import { streamContacts } from '../../../store/crm/contact-bulk-store.ts';
import { defineRead } from '../../define-action.ts';
import { Input, OneOf } from '../../schema.ts';
import { contactFilterProperties } from '../contact-filter.ts';
import { ContactView, toContactView } from '../contact-view.ts';
import { resolveContactFilter } from '../resolve-contact-filter.ts';

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

async function* exported(workspaceId: string, filter: Record<string, unknown>, format: 'csv' | 'ndjson') {
  if (format === 'csv') yield csvLine(columns);
  for await (const contact of streamContacts(workspaceId, filter)) {
    const view = toContactView(contact);
    yield format === 'csv' ? csvLine(cells(view)) : `${JSON.stringify(view)}\n`;
  }
}

export const exportContacts = defineRead({
  name: 'export_contacts',
  title: 'Export contacts',
  summary: 'Download the contacts that match filters, as CSV or NDJSON.',
  description:
    'Downloads all contacts that match the filters of list_contacts, oldest first, as one file: CSV (a header, cells that could run as formulas made harmless) or NDJSON (one contact per line with all fields). It streams, so it has no upper limit. To look at contacts, use list_contacts.',
  method: 'get',
  path: '/contacts/export',
  scope: 'contacts:read',
  input: Input({
    ...contactFilterProperties,
    format: Type.Optional(OneOf(['csv', 'ndjson'], { default: 'csv', description: 'Format of the file.' })),
  }),
  output: Type.Array(ContactView),
  downloads: { types: ['text/csv', 'application/x-ndjson'], always: true },
  errors: ['not_found'],

  async run({ format = 'csv', ...filter }, ctx) {
    const body = Readable.from(exported(ctx.workspaceId, await resolveContactFilter(filter, ctx), format));
    const contentType = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson';
    return { data: [], summary: '', download: { contentType, fileName: `contacts.${format}`, body } };
  },
});
