import {
  afterDelta,
  type ContactDelta,
  deltaOf,
  inverseOf,
  isEmptyDelta,
  isOutdatedDelta,
} from '../../../domain/contacts/changes/contact-delta.ts';
import { type ContactRecord, findContacts } from '../../../store/contacts/contact-store.ts';
import { findTrashed } from '../../../store/erasure/trash-store.ts';
import { addChangedContacts, findChangedContacts } from '../../../store/events/changes/change-set-store.ts';
import { inputOf } from '../../../store/jobs/job-input.ts';
import type { NewJobResult } from '../../../store/jobs/job-result-store.ts';
import { applyDeltas, type ContactAndDelta } from '../../contacts/changes/apply-deltas.ts';
import { moveContactsToTrash, restoreContacts } from '../../contacts/trash-contacts.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { batchesAfter } from '../batches-after.ts';
import { defineJob } from '../job-handler.ts';

const batchSize = 100;

interface UndoInput {
  undoOf: string;
  changeSetId: string;
}

type Changed = Awaited<ReturnType<typeof findChangedContacts>>;
type Outcomes = Map<string, Pick<NewJobResult, 'outcome' | 'reason'>>;

/** Change that reverts another one today, or the reason why it is skipped. */
export function reverting(contact: ContactRecord | undefined, delta: ContactDelta): ContactDelta | string {
  if (contact === undefined) return 'not_found';
  const inverse = inverseOf(delta);
  return isOutdatedDelta(contact, inverse) ? 'changed_since' : deltaOf(contact, afterDelta(contact, inverse));
}

/** Reverts each contact of a change set, unless its values have changed since. */
export const undoChangeJob = defineJob<Changed>({
  batches(job, { workspaceId }) {
    const { undoOf } = inputOf<UndoInput>(job);
    return batchesAfter(job, batchSize, (page) => findChangedContacts(workspaceId, undoOf, page));
  },

  async apply(batch, job, ctx) {
    const { changeSetId } = inputOf<UndoInput>(job);
    const outcomes: Outcomes = new Map();
    await restoreDeleted(idsOf(batch, true), changeSetId, outcomes, ctx);
    await deleteRestored(idsOf(batch, false), changeSetId, outcomes, ctx);
    await revertValues(
      batch.filter(({ delta }) => (delta as ContactDelta).isDeleted === undefined),
      changeSetId,
      outcomes,
      ctx,
    );
    const results = batch.map(({ contactId }, index) => ({
      item: job.done + index + 1,
      recordId: contactId,
      ...outcomes.get(contactId)!,
    }));
    return { checkpoint: { lastId: batch.at(-1)!.id }, results };
  },
});

function idsOf(batch: Changed, isDeleted: boolean): string[] {
  return batch.flatMap(({ contactId, delta }) => ((delta as ContactDelta).isDeleted === isDeleted ? contactId : []));
}

async function restoreDeleted(ids: string[], changeSetId: string, outcomes: Outcomes, ctx: ActionContext) {
  if (ids.length === 0) return;
  const trashed = await findTrashed(ctx.workspaceId, ids);
  const restored = await restoreContacts(trashed, ctx);
  for (const id of ids) outcomes.set(id, { outcome: 'skipped', reason: 'not_found' });
  for (const { id } of trashed) outcomes.set(id, { outcome: 'skipped', reason: 'contact_exists' });
  for (const { id } of restored) outcomes.set(id, { outcome: 'created' });
  await noteDeletion(restored, false, changeSetId, ctx);
}

async function deleteRestored(ids: string[], changeSetId: string, outcomes: Outcomes, ctx: ActionContext) {
  if (ids.length === 0) return;
  const contacts = await findContacts(ctx.workspaceId, ids);
  await moveContactsToTrash(contacts, ctx, changeSetId);
  for (const id of ids) outcomes.set(id, { outcome: 'skipped', reason: 'not_found' });
  for (const { id } of contacts) outcomes.set(id, { outcome: 'updated' });
  await noteDeletion(contacts, true, changeSetId, ctx);
}

async function noteDeletion(
  contacts: readonly ContactRecord[],
  isDeleted: boolean,
  changeSetId: string,
  { workspaceId, now }: ActionContext,
): Promise<void> {
  const changed = contacts.map(({ id }) => ({ contactId: id, delta: { isDeleted } }));
  await addChangedContacts(workspaceId, changeSetId, changed, now());
}

async function revertValues(batch: Changed, changeSetId: string, outcomes: Outcomes, ctx: ActionContext) {
  if (batch.length === 0) return;
  const found = await findContacts(
    ctx.workspaceId,
    batch.map(({ contactId }) => contactId),
  );
  const contacts = new Map(found.map((contact) => [contact.id, contact]));
  const changes: ContactAndDelta[] = [];
  for (const { contactId, delta } of batch) {
    const contact = contacts.get(contactId);
    const reverted = reverting(contact, delta);
    if (typeof reverted === 'string') {
      outcomes.set(contactId, { outcome: 'skipped', reason: reverted });
    } else {
      changes.push({ contact: contact!, delta: reverted });
      outcomes.set(contactId, { outcome: isEmptyDelta(reverted) ? 'unchanged' : 'updated' });
    }
  }
  await applyDeltas(changes, changeSetId, ctx);
}
