import { AppError } from '../../../errors/errors.ts';
import { type ChangedType, insertChangeSet, setChangeSetJob } from '../../../store/events/changes/change-set-store.ts';
import { countOpenJobs, type JobRecord } from '../../../store/jobs/job-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { queueJob } from '../queue-job.ts';
import type { ChangedRecord, ChangeKind, Selection } from './change-kind.ts';

const kinds = ['change_contacts', 'delete_contacts', 'change_companies', 'delete_companies', 'undo_change'] as const;
/** Bulk changes of one workspace at a time. */
const runningMax = 2;
/** Records of one bulk change. */
const recordsMax = 100_000;
/** Records that a plan shows. */
const samplesMax = 10;

export async function requireFreeTurn({ workspaceId }: ActionContext): Promise<void> {
  if ((await countOpenJobs(workspaceId, kinds)) < runningMax) return;
  throw new AppError(
    'limit_reached',
    `${runningMax} bulk changes of this workspace are running: wait for one to finish (list_jobs).`,
  );
}

/** Opens a change set and queues its job, which gets `changeSetId` with its input. Call inside `run`. */
export async function startChangeJob(
  recordType: ChangedType,
  { undoOf, ...job }: Parameters<typeof queueJob>[0] & { undoOf?: string },
  ctx: ActionContext,
): Promise<{ job: JobRecord; changeSetId: string }> {
  const { workspaceId, actor, now } = ctx;
  const { id: changeSetId } = await insertChangeSet(
    workspaceId,
    { title: job.title, recordType, actor, undoOf },
    now(),
  );
  const queued = await queueJob({ ...job, input: { ...job.input, changeSetId } }, ctx);
  await setChangeSetJob(workspaceId, changeSetId, queued.id);
  return { job: queued, changeSetId };
}

/** Number of selected records, with the first ones. Throws if no record matches, too many do, or other changes still run. */
export async function planChange<R extends ChangedRecord>(
  kind: ChangeKind<R>,
  selection: object,
  noneFits: string,
  ctx: ActionContext,
): Promise<{ total: number; samples: R[] }> {
  const selected = selection as Selection;
  const field = kind.wayOf(selected);
  await requireFreeTurn(ctx);
  const total = await kind.count(selected, recordsMax + 1, ctx);
  if (total === 0) throw new AppError('validation_failed', noneFits, { field });
  if (total > recordsMax)
    throw new AppError('validation_failed', `More than ${recordsMax} records match: narrow the selection.`, { field });
  const samples: R[] = [];
  for await (const record of kind.stream(selected, '', ctx)) if (samples.push(record) === samplesMax) break;
  return { total, samples };
}
