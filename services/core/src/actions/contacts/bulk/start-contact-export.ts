import { Type } from 'typebox';
import type { ActionContext } from '../../action-context.ts';
import { defineWrite } from '../../define-action.ts';
import { JobView } from '../../jobs/job-view.ts';
import { startJob } from '../../jobs/start-job.ts';
import { Input } from '../../schema.ts';
import { type ContactFilter, contactFilterProperties } from '../contact-filter.ts';
import { countForJob } from '../contact-selection.ts';
import { resolveContactFilter } from '../resolve-contact-filter.ts';
import { FormatOfFile } from './export-file.ts';

const contactsMax = 1_000_000;

/** The store's query for the contacts that an export is about. */
export const exportQuery = (input: Record<string, unknown>, ctx: ActionContext): Promise<Record<string, unknown>> =>
  resolveContactFilter((input.filter ?? {}) as ContactFilter, ctx);

export const startContactExport = defineWrite({
  name: 'start_contact_export',
  title: 'Start an export of contacts',
  summary: 'Write the contacts that match filters into a file, as a job.',
  description:
    'Writes all contacts that match the filters of list_contacts (up to 1,000,000), oldest first, into a file of CSV or NDJSON, as a job: follow it with get_job, and when it is completed download the file with download_contact_export, as often as needed for 30 days. It goes on after a crash and can be cancelled. For a small file at once, use export_contacts. Erasing a person removes the files made until then.',
  method: 'post',
  path: '/contacts/exports',
  scope: 'contacts:write',
  effect: 'write',
  input: Input({
    filter: Type.Optional(
      Type.Object(contactFilterProperties, {
        additionalProperties: false,
        description: 'Which contacts; all when absent.',
      }),
    ),
    format: Type.Optional(FormatOfFile),
  }),
  output: JobView,
  statuses: [202],
  errors: ['not_found'],
  example: { filter: { emailStatus: 'valid' }, format: 'csv' },

  async plan(input, ctx) {
    const total = await countForJob(await exportQuery(input, ctx), 'No contact matches the filter.', ctx, contactsMax);
    const effects = [{ op: 'start' as const, type: 'job', label: `Export ${total} contacts` }];
    return { summary: `Would export ${total} contacts.`, cost: 0, effects, skipped: [], warnings: [], state: total };
  },

  run({ filter, format = 'csv' }, { state: total }, ctx) {
    const title = `Export ${total} contacts`;
    return startJob({ kind: 'export_contacts', title, input: { filter, format }, total }, ctx);
  },
});
