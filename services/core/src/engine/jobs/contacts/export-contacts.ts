import type { ContactRecord } from '../../../store/contacts/contact-store.ts';
import { addToExport } from '../../../store/jobs/export-store.ts';
import { type ExportFormat, exportHeader, exportLine } from '../../contacts/bulk/export-file.ts';
import { exportQuery } from '../../contacts/resolve-contact-filter.ts';
import { defineJob } from '../job-handler.ts';
import { contactBatches } from './contact-batches.ts';

const batchSize = 500;

/** Writes the selected contacts into a file, one piece per batch. A piece and its checkpoint are stored together. */
export const exportContactsJob = defineJob<ContactRecord[]>({
  async *batches(job, ctx) {
    yield* contactBatches(await exportQuery(job.input, ctx), batchSize, job, ctx);
  },

  async apply(contacts, job, ctx) {
    const format = job.input.format as ExportFormat;
    const piece = Number(job.checkpoint?.pieces ?? 0);
    const keys = (job.input.customFields ?? []) as string[];
    const header = piece === 0 ? exportHeader(format, keys, job.input.bom === true) : '';
    const text = header + contacts.map((contact) => exportLine(contact, format, keys)).join('');
    await addToExport(job.workspaceId, job.id, piece, text, ctx.now());
    return { checkpoint: { lastId: contacts.at(-1)!.id, pieces: piece + 1 }, results: [], done: contacts.length };
  },
});
