import { addEvents } from '../../store/events/event-store.ts';
import { changeReasons, insertSuppressions, type SharedFacts } from '../../store/suppressions/bulk-suppressions.ts';
import type { ActionContext } from '../context/action-context.ts';
import type { PlannedSuppressions } from './plan-suppressions.ts';
import { silenceRecipients } from './silence-recipients.ts';

/** Stores the entries and changes the contacts, unless they are too many for one transaction. Call inside one. */
export async function storeSuppressions(
  { created, updatedIds, recipients }: PlannedSuppressions,
  facts: Omit<SharedFacts, 'source'>,
  ctx: ActionContext,
): Promise<void> {
  const { workspaceId, actor, now } = ctx;
  const { reason } = facts;
  const added = await insertSuppressions(workspaceId, created, { ...facts, source: actor.id }, now());
  await changeReasons(workspaceId, updatedIds, reason);
  const events = added.map(({ id, kind, value }) => ({
    type: 'suppression.added' as const,
    subjectId: id,
    data: { kind, value, reason },
  }));
  await addEvents(workspaceId, events, now());
  if (recipients !== null) await silenceRecipients(recipients, ctx);
}
