import { Type } from 'typebox';
import { declaredBases } from '../../../domain/crm/contact.ts';
import { findNewTags } from '../../../store/crm/tag-store.ts';
import { giveUploadToJob, storeUpload } from '../../../store/work/upload-store.ts';
import { defineWrite } from '../../define-action.ts';
import { JobView } from '../../jobs/job-view.ts';
import { startJob } from '../../jobs/start-job.ts';
import { Id, Input, OneOf, Text } from '../../schema.ts';
import { importFormats } from './import-rows.ts';
import { existingRules } from './plan-upserts.ts';
import { previewImport } from './preview-import.ts';

export const importContacts = defineWrite({
  name: 'import_contacts',
  title: 'Import contacts from a file',
  summary: 'Import contacts from CSV or NDJSON, as a job.',
  description:
    'Imports contacts from a file with any column names: send it as the raw body (text/csv or application/x-ndjson, up to 256 MB, options in the query), or as content in JSON. Columns are matched by columns ("Firma=companyName", "Notes=customFields.notes", "Junk=-"); the others are guessed from their names. Run it dry first: the preview shows what each column becomes, the first rows as they would be stored, and problems among the first 200 rows. Answers 202 with a job: follow it with get_job, read each row with get_job_results. Rows match stored contacts by email, else externalId.',
  method: 'post',
  path: '/contacts/import',
  scope: 'contacts:write',
  effect: 'write',
  uploads: ['text/csv', 'application/x-ndjson'],
  input: Input({
    content: Type.Optional(Text(3_000_000, 'The file as text, when it is not sent as the raw body.')),
    format: Type.Optional(OneOf(importFormats, { description: 'Of content; a raw body says it by its media type.' })),
    columns: Type.Optional(
      Type.Array(Text(300, 'Column=field; "-" leaves the column out.'), {
        maxItems: 200,
        description:
          'What columns become. Fields: those of create_contact, fullName, phone, city, region, country, tags, customFields.<name>.',
      }),
    ),
    onExisting: Type.Optional(
      OneOf(existingRules, { default: 'update', description: 'What happens to contacts that are stored already.' }),
    ),
    declaredBasis: Type.Optional(OneOf(declaredBases, { description: 'Legal basis of rows that name none.' })),
    tags: Type.Optional(Type.Array(Text(50, 'Tag.'), { maxItems: 20, description: 'Tags for all rows.' })),
    listId: Type.Optional(Id('lst', 'A static list of contacts that all rows join.')),
    sourceDetail: Type.Optional(Text(300, 'Where the file came from (GDPR Art. 14).')),
  }),
  output: JobView,
  statuses: [202],
  errors: ['not_found', 'invalid_state', 'malformed_request'],
  example: {
    format: 'csv',
    content: 'E-Mail,Firma\nada@analytical.example,Analytical Engines\n',
    columns: ['Firma=companyName'],
  },

  async plan(input, ctx) {
    const preview = await previewImport(input, ctx);
    const { onExisting = 'update', declaredBasis, tags = [], listId } = input;
    const { rows, format, guessedWarnings } = preview;
    const title = `Import of ${rows} contacts`;
    const options = { format, onExisting, ...(declaredBasis && { declaredBasis }), tags, ...(listId && { listId }) };
    const made = (await findNewTags(ctx.workspaceId, tags)).map((label) => ({
      op: 'create' as const,
      type: 'tag',
      label,
    }));
    return {
      summary: `Would import ${rows} rows.`,
      cost: 0,
      effects: [{ op: 'start' as const, type: 'job', label: title, changes: { ...options, rows } }, ...made],
      skipped: [],
      warnings: guessedWarnings,
      preview: { columns: preview.columns, sample: preview.sample, problems: preview.problems },
      state: { title, format, rows },
    };
  },

  async run(input, { state: { title, format, rows } }, ctx) {
    const { content, columns = [], onExisting = 'update', declaredBasis, tags = [], listId, sourceDetail } = input;
    const { workspaceId, now } = ctx;
    const upload =
      ctx.upload ??
      (await storeUpload(
        workspaceId,
        format === 'csv' ? 'text/csv' : 'application/x-ndjson',
        [Buffer.from(content!)],
        now(),
      ));
    const job = { uploadId: upload.id, format, columns, onExisting, declaredBasis, tags, listId, sourceDetail };
    const started = await startJob({ kind: 'import_contacts', title, input: job, total: rows }, ctx);
    await giveUploadToJob(workspaceId, upload.id, started.data.id);
    return started;
  },
});
