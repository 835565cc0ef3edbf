import type { JobRecord } from '../../store/jobs/job-store.ts';

/** Batches in order of their IDs, starting at the job's checkpoint, which keeps the last completed one as `lastId`. */
export async function* batchesAfter<Item extends { id: string }>(
  { checkpoint }: JobRecord,
  limit: number,
  read: (page: { afterId: string; limit: number }) => Promise<Item[]>,
): AsyncGenerator<Item[]> {
  for (let afterId = String(checkpoint?.lastId ?? ''); ; ) {
    const batch = await read({ afterId, limit });
    if (batch.length > 0) yield batch;
    if (batch.length < limit) return;
    afterId = batch.at(-1)!.id;
  }
}
