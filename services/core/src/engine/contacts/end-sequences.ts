import { closingStages, type Stage } from '../../domain/contacts/contact.ts';
import { findOpenEnrollments } from '../../store/campaigns/enrollment-store.ts';
import { countApprovedFor } from '../../store/campaigns/held-messages.ts';
import type { ContactRecord } from '../../store/contacts/contact-store.ts';
import { countCancellableFor } from '../../store/messages/message-store.ts';
import { endEnrollment } from '../campaigns/enrollment-effects.ts';
import { countedEffects, type PlannedEffect } from '../context/plan.ts';
import { endedTaskEffects } from '../tasks/task-effects.ts';

/** True if the change sets a stage that ends the sequences of the contact. */
function closesSequences(before: Pick<ContactRecord, 'stage'>, { stage }: { stage?: Stage }): boolean {
  return stage !== undefined && stage !== before.stage && closingStages.includes(stage);
}

/** Planned effects: sequences and messages that a change of the stage ends. */
export async function endedSequenceEffects(
  before: Pick<ContactRecord, 'id' | 'stage' | 'workspaceId'>,
  changes: { stage?: Stage },
): Promise<PlannedEffect[]> {
  if (!closesSequences(before, changes)) return [];
  const { workspaceId, id: contactId } = before;
  const open = await findOpenEnrollments(workspaceId, { contactId });
  if (open.length === 0) return [];
  return [
    ...countedEffects('stop', 'enrollment', open.length, { state: 'removed', endReason: endReasonOf(changes) }),
    ...countedEffects('cancel', 'message', await countCancellableFor(workspaceId, contactId)),
    ...(await endedTaskEffects(
      workspaceId,
      open.map(({ id }) => id),
    )),
  ];
}

/** Planned effects: messages that need approval again, because they were approved for the previous email address. */
export async function redirectedEffects(
  { workspaceId, id, email }: Pick<ContactRecord, 'id' | 'email' | 'workspaceId'>,
  changes: { email?: string },
): Promise<PlannedEffect[]> {
  if (!changes.email || changes.email === email) return [];
  const count = await countApprovedFor(workspaceId, id);
  return countedEffects('update', 'message', count, { to: changes.email, state: 'awaiting_approval' });
}

/**
 * Ends the sequences of a contact whose new stage ends the conversation, so that no follow-up is sent. Call inside a
 * transaction.
 */
export async function endSequencesAfter(
  before: Pick<ContactRecord, 'id' | 'stage' | 'workspaceId'>,
  changes: { stage?: Stage },
  now: Date,
): Promise<void> {
  if (!closesSequences(before, changes)) return;
  const { workspaceId, id: contactId } = before;
  for (const { id } of await findOpenEnrollments(workspaceId, { contactId }))
    await endEnrollment(workspaceId, id, 'removed', now, endReasonOf(changes));
}

function endReasonOf({ stage }: { stage?: Stage }): string {
  return `stage_${stage}`;
}
