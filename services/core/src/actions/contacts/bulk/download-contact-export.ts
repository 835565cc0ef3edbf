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
  summary: 'Download the file that start_contact_export has made.',
  description:
    'Downloads the file of an export that is completed (see get_job): CSV or NDJSON, as was asked for at its start. It can be repeated for 30 days. A file is removed earlier when a person is erased, since that person may stand in it: start a new export then.',
  method: 'get',
  path: '/contacts/exports/{jobId}/file',
  scope: 'contacts:read',
  input: Input({ jobId: Id('job', 'The job that start_contact_export has answered with.') }),
  output: Type.Array(ContactView),
  downloads: { types: Object.values(exportMediaTypes), always: true },
  errors: ['not_found', 'invalid_state', 'expired'],

  async run({ jobId }, { workspaceId }) {
    const job = await findJob(workspaceId, jobId);
    if (job?.kind !== 'export_contacts') throw notFound('export', jobId);
    if (job.state !== 'completed') {
      throw new AppError('invalid_state', `The export is ${job.state}: there is a file once it is completed.`);
    }
    const pieces = Number(job.checkpoint?.pieces ?? 0);
    if (!(await hasWholeExport(workspaceId, jobId, pieces))) {
      throw new AppError('expired', 'The file was removed, as a person was erased since. Start a new export.');
    }
    const body = Readable.from(readExport(workspaceId, jobId));
    return { data: [], summary: '', download: exportDownload(job.input.format as ExportFormat, 'contacts', body) };
  },
});
