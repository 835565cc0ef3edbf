import { Type } from 'typebox';
import { declaredBases } from '../../../domain/contacts/contact.ts';
import { fileEncodings } from '../../../domain/contacts/imports/text-encoding.ts';
import { describeCounts } from '../../../domain/jobs/job.ts';
import { counted } from '../../../domain/text/counted.ts';
import { importEffects, skippedRow } from '../../../engine/contacts/bulk/import-effects.ts';
import { requireAnswers } from '../../../engine/contacts/bulk/import-warnings.ts';
import { existingRules, type UpsertOptions } from '../../../engine/contacts/bulk/plan-upserts.ts';
import { previewImport } from '../../../engine/contacts/bulk/preview-import.ts';
import { importFormats } from '../../../engine/contacts/bulk/read-file.ts';
import { requireContactList } from '../../../engine/contacts/bulk/require-contact-list.ts';
import type { PlannedEffect } from '../../../engine/context/plan.ts';
import { Id, Input, OneOf, Text } from '../../../schema/schema.ts';
import { giveUploadToJob, storeUpload } from '../../../store/jobs/upload-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { JobView } from '../../jobs/job-view.ts';
import { startJob } from '../../jobs/start-job.ts';

export const importContacts = defineWrite({
  name: 'import_contacts',
  title: 'Import contacts from a file',
  summary: 'Import contacts from CSV or NDJSON as a job.',
  description:
    'Imports contacts from a file with any column names: as the raw body (text/csv or application/x-ndjson, ' +
    'up to 256 MB, options in the query), by link (uploadId), or as content in JSON. columns maps columns ("Firma=companyName", ' +
    '"Junk=-"); others are guessed from names and values. Run it dry first: the preview shows columns, first ' +
    'rows, and notes, and counts up to 10,000 rows; validateOnly does that as a job for longer files. Returns ' +
    '202 with a job (get_job, get_job_results). Rows match stored contacts by email (also a former one), ' +
    'externalId, profile, or name at a domain. Opt-outs and bounces in the file apply. A column that looks ' +
    'like an opt-out must be mapped or excluded in columns. Unreadable cells are skipped and noted.',
  method: 'post',
  path: '/contacts/import',
  scope: 'contacts:write',
  effect: 'write',
  uploads: { types: ['text/csv', 'application/x-ndjson'], replaces: 'content' },
  input: Input({
    content: Type.Optional(Text(3_000_000, 'The file as text, if it is not the raw body.')),
    uploadId: Type.Optional(Id('upl', 'A file that was sent to the url of create_upload.')),
    format: Type.Optional(OneOf(importFormats, { description: 'Format of content. A raw body uses its media type.' })),
    columns: Type.Optional(
      Type.Array(Text(300, 'Column=field; "-" ignores the column.'), {
        maxItems: 200,
        description:
          'Target fields of columns: the fields of create_contact, fullName, phone, city, region, country, tags, ' +
          'customFields.<name>; id for your own exports; doNotContact, bounced, stage, and noticeSentAt for ' +
          'opt-outs and similar columns.',
      }),
    ),
    encoding: Type.Optional(
      OneOf(fileEncodings, {
        default: 'auto',
        description:
          'Character encoding of a raw body. auto detects it from the whole file. Text in content is already Unicode.',
      }),
    ),
    onExisting: Type.Optional(
      OneOf(existingRules, { default: 'update', description: 'Handling of contacts that are already stored.' }),
    ),
    declaredBasis: Type.Optional(OneOf(declaredBases, { description: 'Legal basis for rows without one.' })),
    tags: Type.Optional(Type.Array(Text(50, 'Tag.'), { maxItems: 20, description: 'Tags for all rows.' })),
    listId: Type.Optional(Id('lst', 'Static list to which all imported contacts are added.')),
    validateOnly: Type.Optional(
      Type.Boolean({ description: 'True: a job plans every row, returns its outcome, and stores nothing.' }),
    ),
    sourceDetail: Type.Optional(Text(300, 'Origin of the file (GDPR Art. 14).')),
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
    const { onExisting = 'update', declaredBasis, tags = [], listId, sourceDetail, validateOnly = false } = input;
    const list = listId === undefined ? undefined : await requireContactList(listId, ctx);
    const upsertOptions: UpsertOptions = { onExisting, source: 'import', sourceDetail, tags, listId };
    const preview = await previewImport(input, upsertOptions, ctx);
    const { rows, format, isWhole, outcome } = preview;
    const title = `${validateOnly ? 'Check of an import' : 'Import'} of ${counted(rows, 'contact')}`;
    const options = { format, onExisting, ...(declaredBasis && { declaredBasis }), tags, ...(listId && { listId }) };
    const start: PlannedEffect = { op: 'start', type: 'job', label: title, changes: { ...options, rows } };
    const [verb, what] = [validateOnly ? 'check' : 'import', counted(rows, 'row')];
    const { columns, sample, problems, notes } = preview;
    const questions = validateOnly ? [] : columns.flatMap(({ question }) => question ?? []);
    return {
      summary: isWhole ? `Would ${verb} ${what}: ${describeCounts(outcome.counts)}.` : `Would ${verb} ${what}.`,
      effects: validateOnly ? [start] : [start, ...(await importEffects(outcome, { tags, list, isWhole }, ctx))],
      skipped: preview.left.map(skippedRow),
      warnings: preview.warnings,
      preview: { columns, sample, problems, notes, ...(isWhole && { counts: outcome.counts }) },
      state: {
        title,
        upload: preview.upload,
        format,
        rows,
        questions,
        kind: validateOnly ? ('validate_import' as const) : ('import_contacts' as const),
      },
    };
  },

  async run(input, { state: { title, upload: sent, format, rows, questions, kind } }, ctx) {
    requireAnswers(questions);
    const { content, columns = [], onExisting = 'update', declaredBasis, tags = [], listId, sourceDetail } = input;
    const { workspaceId, now } = ctx;
    const encoding = sent ? input.encoding : 'utf-8';
    const upload =
      sent ??
      (await storeUpload(
        workspaceId,
        format === 'csv' ? 'text/csv' : 'application/x-ndjson',
        [Buffer.from(content!)],
        now(),
      ));
    const job = {
      uploadId: upload.id,
      format,
      columns,
      encoding,
      onExisting,
      declaredBasis,
      tags,
      listId,
      sourceDetail,
      handedInAt: upload.createdAt.toISOString(),
    };
    const started = await startJob({ kind, title, input: job, total: rows }, ctx);
    await giveUploadToJob(workspaceId, upload.id, started.data.id);
    return started;
  },
});
