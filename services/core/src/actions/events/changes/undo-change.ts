import type { ContactDelta } from '../../../domain/contacts/changes/contact-delta.ts';
import { contactLabel } from '../../../domain/contacts/contact.ts';
import { counted } from '../../../domain/text/counted.ts';
import { updateEffect } from '../../../engine/contacts/change-contact.ts';
import { changesOfDelta } from '../../../engine/contacts/changes/apply-deltas.ts';
import { planRestore } from '../../../engine/contacts/trash-contacts.ts';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import { countedEffects, type PlannedEffect, type Skipped } from '../../../engine/context/plan.ts';
import { requireFreeTurn, startChangeJob } from '../../../engine/jobs/contacts/start-change-job.ts';
import { reverting } from '../../../engine/jobs/contacts/undo-change.ts';
import { AppError, notFound } from '../../../errors/errors.ts';
import { Id, Input } from '../../../schema/schema.ts';
import { type ContactRecord, findContacts } from '../../../store/contacts/contact-store.ts';
import { findTrashed } from '../../../store/erasure/trash-store.ts';
import {
  type ChangeSetRecord,
  findChangedContacts,
  findChangeSet,
  noteUndone,
} from '../../../store/events/changes/change-set-store.ts';
import { findJob } from '../../../store/jobs/job-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { JobView, toJobView } from '../../jobs/job-view.ts';

/** Contacts that the plan looks at individually. */
const examinedMax = 100;
const samplesMax = 10;

export const undoChange = defineWrite({
  name: 'undo_change',
  title: 'Undo a bulk change',
  summary: 'Revert a bulk change of the last 30 days.',
  description:
    'Reverts a bulk change (list_change_sets) as a job: stages, custom fields, tags, and lists get their former ' +
    'values, and deleted contacts come back. Contacts whose values have changed since are skipped and named ' +
    '(changed_since), and so are those whose address another contact has now (contact_exists). doNotContact stays, and ' +
    'ended sequences do not start again. An undo can itself be undone.',
  method: 'post',
  path: '/change-sets/{changeSetId}/undo',
  scope: ['changes:write', 'contacts:write'],
  effect: 'write',
  input: Input({ changeSetId: Id('chs', 'Bulk change to undo.') }),
  output: JobView,
  statuses: [202],
  errors: ['not_found', 'already_undone', 'invalid_state', 'limit_reached'],

  async plan({ changeSetId }, ctx) {
    const set = await requireUndoable(changeSetId, ctx);
    await requireFreeTurn(ctx);
    const { preview, skipped } = await examine(set, ctx);
    const title = `Undo: ${set.title}`;
    return {
      summary: `Would undo “${set.title}” for ${counted(set.count, 'contact')}.`,
      effects: [
        ...countedEffects('update', 'contact', set.count - skipped.length),
        { op: 'update', type: 'change_set', id: set.id, label: set.title, changes: { isUndone: true } },
        { op: 'start', type: 'job', label: title },
      ],
      skipped,
      preview: preview.slice(0, samplesMax),
      warnings: set.count > examinedMax ? [`Only the first ${examinedMax} contacts were checked.`] : [],
      state: { set, title },
    };
  },

  async run(_input, { state: { set, title } }, ctx) {
    const undo = { kind: 'undo_change', title, input: { undoOf: set.id }, total: set.count, undoOf: set.id } as const;
    const { job, changeSetId } = await startChangeJob(undo, ctx);
    if (!(await noteUndone(ctx.workspaceId, set.id, changeSetId))) throw alreadyUndone(set.id);
    return { status: 202, data: toJobView(job), summary: `Started: ${title}. Follow it with get_job ${job.id}.` };
  },
});

async function requireUndoable(changeSetId: string, ctx: ActionContext): Promise<ChangeSetRecord> {
  const set = await findChangeSet(ctx.workspaceId, changeSetId);
  if (set === null) throw notFound('change', changeSetId);
  if (set.undoneBy !== null) throw alreadyUndone(changeSetId);
  const job = set.jobId === null ? null : await findJob(ctx.workspaceId, set.jobId);
  if (job?.isOpen)
    throw new AppError(
      'invalid_state',
      `The change is not finished: wait for ${job.id}, or cancel it with cancel_job.`,
    );
  return set;
}

function alreadyUndone(changeSetId: string): AppError {
  return new AppError('already_undone', `${changeSetId} was undone already. To repeat the change, undo its undo.`);
}

/** Effect on each of the first contacts, and the reason for each that is skipped. */
async function examine(
  set: ChangeSetRecord,
  ctx: ActionContext,
): Promise<{ preview: PlannedEffect[]; skipped: Skipped[] }> {
  const { workspaceId } = ctx;
  const changed = await findChangedContacts(workspaceId, set.id, { afterId: '', limit: examinedMax });
  const ids = changed.map(({ contactId }) => contactId);
  const contacts = new Map((await findContacts(workspaceId, ids)).map((contact) => [contact.id, contact]));
  const trashed = await findTrashed(workspaceId, ids);
  const labels = new Map(trashed.map(({ id, label }) => [id, label]));
  const restorable = await planRestore(trashed, ctx);
  const preview: PlannedEffect[] = [];
  const skipped: Skipped[] = [];
  for (const { contactId, delta } of changed) {
    const contact = contacts.get(contactId);
    const label = contact === undefined ? (labels.get(contactId) ?? contactId) : contactLabel(contact);
    const effect = effectOf(delta, contact, restorable.get(contactId));
    if (typeof effect === 'string') skipped.push({ id: contactId, label, reason: effect });
    else preview.push(effect ?? { op: 'create', type: 'contact', id: contactId, label });
  }
  return { preview, skipped };
}

/** Undefined: the contact comes back from the trash. A string: the reason why it is skipped. */
function effectOf(
  delta: ContactDelta,
  contact: ContactRecord | undefined,
  restored: ContactRecord | string | undefined,
): PlannedEffect | string | undefined {
  if (delta.isDeleted === true && restored === undefined) return 'not_found';
  if (delta.isDeleted === true) return typeof restored === 'string' ? restored : undefined;
  if (delta.isDeleted === false)
    return contact === undefined
      ? 'not_found'
      : { op: 'delete', type: 'contact', id: contact.id, label: contactLabel(contact) };
  const reverted = reverting(contact, delta);
  return typeof reverted === 'string' ? reverted : updateEffect(contact!, changesOfDelta(contact!, reverted));
}
