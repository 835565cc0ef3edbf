import { type ContactQuery, type ContactRecord, streamContacts } from '../../../store/contacts/contact-store.ts';
import type { JobRecord } from '../../../store/jobs/job-store.ts';
import type { ActionContext } from '../../context/action-context.ts';

/** Contacts of a query in batches, starting at the job's checkpoint, which keeps the last completed one as `lastId`. */
export async function* contactBatches(
  query: ContactQuery,
  size: number,
  { checkpoint }: JobRecord,
  ctx: ActionContext,
): AsyncGenerator<ContactRecord[]> {
  const lastId = (checkpoint?.lastId as string | undefined) ?? '';
  let batch: ContactRecord[] = [];
  for await (const contact of streamContacts(ctx.workspaceId, query, lastId)) {
    batch.push(contact);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
