import { Type } from 'typebox';
import { counted } from '../../../domain/text/counted.ts';
import { BomOfFile, FormatOfFile, hasBom } from '../../../engine/contacts/bulk/export-file.ts';
import { contactFilterProperties } from '../../../engine/contacts/contact-filter.ts';
import { countForJob } from '../../../engine/contacts/contact-selection.ts';
import { exportQuery } from '../../../engine/contacts/resolve-contact-filter.ts';
import { customFieldsOf } from '../../../engine/fields/custom-fields.ts';
import { Input } from '../../../schema/schema.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { JobView } from '../../jobs/job-view.ts';
import { startJob } from '../../jobs/start-job.ts';

const contactsMax = 1_000_000;

export const startContactExport = defineWrite({
  name: 'start_contact_export',
  title: 'Start an export of contacts',
  summary: 'Export contacts to a file as a job.',
  description:
    'Exports all contacts that match the filters of list_contacts (up to 1,000,000), oldest first, to a CSV ' +
    'or NDJSON file. It runs as a job: follow it with get_job, then download the file with ' +
    'download_contact_export for up to 30 days. It resumes after a crash and can be cancelled. For a small ' +
    'file, use export_contacts. Erasing a person removes existing export files.',
  method: 'post',
  path: '/contacts/exports',
  scope: 'contacts:write',
  effect: 'write',
  input: Input({
    filter: Type.Optional(
      Type.Object(contactFilterProperties, {
        additionalProperties: false,
        description: 'Contacts to export. Default: all.',
      }),
    ),
    format: Type.Optional(FormatOfFile),
    bom: Type.Optional(BomOfFile),
  }),
  output: JobView,
  statuses: [202],
  errors: ['not_found'],
  example: { filter: { emailStatus: 'valid' }, format: 'csv' },

  async plan(input, ctx) {
    const total = await countForJob(
      await exportQuery(input, ctx),
      { message: 'No contact matches the filter.', field: 'filter' },
      ctx,
      contactsMax,
    );
    const effects = [{ op: 'start' as const, type: 'job', label: `Export ${counted(total, 'contact')}` }];
    return { summary: `Would export ${counted(total, 'contact')}.`, effects, skipped: [], warnings: [], state: total };
  },

  async run({ filter, format = 'csv', bom: wanted }, { state: total }, ctx) {
    const bom = wanted ?? hasBom(ctx);
    const title = `Export ${counted(total, 'contact')}`;
    // Fixes the columns now, so that later field changes do not affect a running job.
    const customFields = (await customFieldsOf('contact', ctx)).map(({ key }) => key);
    return startJob({ kind: 'export_contacts', title, input: { filter, format, bom, customFields }, total }, ctx);
  },
});
