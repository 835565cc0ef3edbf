import type { JobRecord } from '../../../store/jobs/job-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import type { ChangedRecord, ChangeKind, Selection } from './change-kind.ts';

const batchSize = 100;
/** Other records that one batch changes. A single record can change more. */
const weightMax = 1_000;

/** Selected records in batches, starting at the job's checkpoint, which keeps the last completed one as `lastId`. */
export async function* selectedBatches(
  kind: ChangeKind<ChangedRecord>,
  { input, checkpoint }: JobRecord,
  ctx: ActionContext,
): AsyncGenerator<ChangedRecord[]> {
  let batch: ChangedRecord[] = [];
  let weight = 0;
  for await (const record of kind.stream(input as Selection, String(checkpoint?.lastId ?? ''), ctx)) {
    batch.push(record);
    weight += kind.weight(record);
    if (batch.length < batchSize && weight < weightMax) continue;
    yield batch;
    batch = [];
    weight = 0;
  }
  if (batch.length > 0) yield batch;
}
