import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { type ExportFormat, exportDownload, exportMediaTypes } from '../../../engine/contacts/bulk/export-file.ts';
import { ContactView } from '../../../engine/contacts/contact-view.ts';
import { AppError, notFound } from '../../../errors/errors.ts';
import { Id, Input } from '../../../schema/schema.ts';
import { hasWholeExport, readExport } from '../../../store/jobs/export-store.ts';
import { findJob } from '../../../store/jobs/job-store.ts';
import { defineRead } from '../../definition/define-action.ts';

export const downloadContactExport = defineRead({
  name: 'download_contact_export',
  title: 'Download an export of contacts',
  summary: 'Download the file of start_contact_export.',
  description:
    'Downloads the file of a completed export (see get_job) as CSV or NDJSON, as requested at its start. It ' +
    'can be downloaded for 30 days. If a person is erased, the file is removed because it may contain them. ' +
    'Start a new export then.',
  method: 'get',
  path: '/contacts/exports/{jobId}/file',
  scope: 'contacts:read',
  input: Input({ jobId: Id('job', 'Job of start_contact_export.') }),
  output: Type.Array(ContactView),
  downloads: { types: Object.values(exportMediaTypes), always: true },
  errors: ['not_found', 'invalid_state', 'expired'],

  async run({ jobId }, { workspaceId }) {
    const job = await findJob(workspaceId, jobId);
    if (job?.kind !== 'export_contacts') throw notFound('export', jobId);
    if (job.state !== 'completed') {
      throw new AppError('invalid_state', `The export is ${job.state}. The file exists once it is completed.`);
    }
    const pieces = Number(job.checkpoint?.pieces ?? 0);
    if (!(await hasWholeExport(workspaceId, jobId, pieces))) {
      throw new AppError('expired', 'The file was removed because a person was erased. Start a new export.');
    }
    const body = Readable.from(readExport(workspaceId, jobId));
    return { data: [], summary: '', download: exportDownload(job.input.format as ExportFormat, 'contacts', body) };
  },
});
