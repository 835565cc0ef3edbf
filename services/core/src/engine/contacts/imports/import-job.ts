import type { FileEncoding } from '../../../domain/contacts/imports/text-encoding.ts';
import { inputOf } from '../../../store/jobs/job-input.ts';
import type { NewJobResult } from '../../../store/jobs/job-result-store.ts';
import type { JobRecord } from '../../../store/jobs/job-store.ts';
import { findList } from '../../../store/lists/list-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import type { PlannedUpsert, UpsertOptions } from '../bulk/plan-upserts.ts';
import type { ImportFormat } from '../bulk/read-file.ts';

export interface StoredImport extends Pick<UpsertOptions, 'onExisting' | 'tags' | 'listId' | 'sourceDetail'> {
  uploadId: string;
  format: ImportFormat;
  columns: string[];
  declaredBasis?: string;
  encoding?: FileEncoding | 'auto';
  /** Time when the file came. Absent in jobs of earlier versions. */
  handedInAt?: string;
}

/** How the rows of an import are stored. */
export async function importOptions(job: JobRecord, ctx: ActionContext): Promise<UpsertOptions> {
  const { onExisting, tags, listId, sourceDetail, handedInAt } = inputOf<StoredImport>(job);
  // A list that was deleted during the import gets no more contacts.
  const list = listId === undefined ? null : await findList(ctx.workspaceId, listId);
  const since = handedInAt === undefined ? job.createdAt : new Date(handedInAt);
  return { onExisting, source: 'import', sourceDetail, tags, listId: list?.id, handedInAt: since };
}

/** Result of a row. A stored row also reports the values that were skipped. */
export function importResult(
  { item, outcome, problem, notes = [], before }: PlannedUpsert,
  recordId = before?.id,
): NewJobResult {
  const { code = null, field = null } = problem ?? notes[0] ?? {};
  const message = [problem, ...notes].flatMap((one) => one?.message ?? []).join(' ') || null;
  return { item, outcome, recordId: recordId ?? null, reason: code, field, message };
}
