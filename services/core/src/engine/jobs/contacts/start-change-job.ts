import { AppError } from '../../../errors/errors.ts';
import { type ContactRecord, findFirstContacts } from '../../../store/contacts/contact-store.ts';
import { insertChangeSet, setChangeSetJob } from '../../../store/events/changes/change-set-store.ts';
import { countOpenJobs, type JobRecord } from '../../../store/jobs/job-store.ts';
import {
  type ContactSelection,
  countForJob,
  requireOneWay,
  selectionQuery,
  wayOf,
} from '../../contacts/contact-selection.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { queueJob } from '../queue-job.ts';

const kinds = ['change_contacts', 'delete_contacts', 'undo_change'] as const;
/** Bulk changes of one workspace at a time. */
const runningMax = 2;
/** Contacts that a plan shows. */
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
  { undoOf, ...job }: Parameters<typeof queueJob>[0] & { undoOf?: string },
  ctx: ActionContext,
): Promise<{ job: JobRecord; changeSetId: string }> {
  const { workspaceId, actor, now } = ctx;
  const { id: changeSetId } = await insertChangeSet(workspaceId, { title: job.title, actor, undoOf }, now());
  const queued = await queueJob({ ...job, input: { ...job.input, changeSetId } }, ctx);
  await setChangeSetJob(workspaceId, changeSetId, queued.id);
  return { job: queued, changeSetId };
}

/** Number of selected contacts, with the first ones. Throws if no contact matches, too many do, or other changes still run. */
export async function planChange(
  selection: ContactSelection,
  noneFits: string,
  ctx: ActionContext,
): Promise<{ total: number; samples: ContactRecord[] }> {
  requireOneWay(selection);
  await requireFreeTurn(ctx);
  const query = await selectionQuery(selection, ctx);
  const total = await countForJob(query, { message: noneFits, field: wayOf(selection) }, ctx);
  return { total, samples: await findFirstContacts(ctx.workspaceId, query, samplesMax) };
}
