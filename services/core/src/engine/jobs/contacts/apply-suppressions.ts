import { findOpenEnrollmentsOf } from '../../../store/campaigns/enrollment-bulk.ts';
import { findContacts } from '../../../store/contacts/contact-store.ts';
import { findSuppressed } from '../../../store/suppressions/suppression-store.ts';
import { silenceRecipients } from '../../suppressions/silence-recipients.ts';
import { defineJob } from '../job-handler.ts';
import { contactBatches } from './contact-batches.ts';

const batchSize = 200;

interface Batch {
  suppressedIds: string[];
  lastId: string;
  size: number;
}

/** Marks all stored contacts that the suppression list covers, and ends their sequences. */
export const applySuppressionsJob = defineJob<Batch>({
  async *batches(job, ctx) {
    const query = { filter: { email: { $exists: true } } };
    for await (const contacts of contactBatches(query, batchSize, job, ctx)) {
      const suppressed = await findSuppressed(
        ctx.workspaceId,
        contacts.flatMap(({ email }) => email ?? []),
      );
      const isSuppressed = ({ email }: { email?: string }) => email !== undefined && suppressed.has(email);
      const suppressedIds = contacts.filter(isSuppressed).map(({ id }) => id);
      yield { suppressedIds, lastId: contacts.at(-1)!.id, size: contacts.length };
    }
  },

  async apply({ suppressedIds, lastId, size }, job, ctx) {
    const { workspaceId } = ctx;
    const contacts = suppressedIds.length === 0 ? [] : await findContacts(workspaceId, suppressedIds);
    const enrollments = await findOpenEnrollmentsOf(workspaceId, suppressedIds);
    const addresses = contacts.flatMap(({ email }) => email ?? []);
    if (contacts.length > 0) await silenceRecipients({ contacts, enrollments, to: { addresses } }, ctx);
    const marked = contacts.filter(({ doNotContact, stage }) => !doNotContact || stage !== 'do_not_contact');
    const results = marked.map(({ id }, index) => ({
      item: job.done + index + 1,
      outcome: 'updated' as const,
      recordId: id,
    }));
    return { checkpoint: { lastId }, results, done: size - results.length };
  },
});
