import { type EnrollmentRecord, findOpenEnrollments } from '../../store/campaigns/enrollment-store.ts';
import { countMessagesOfEnrollment } from '../../store/campaigns/held-messages.ts';
import { endEnrollment } from '../campaigns/enrollment-effects.ts';
import { countedEffects, type PlannedEffect } from '../context/plan.ts';
import { endedTaskEffects } from '../tasks/task-effects.ts';

/** Younger of two open sequences in different campaigns, which ends when the contacts are merged. */
async function youngerOf(workspaceId: string, keptId: string, otherId: string): Promise<EnrollmentRecord | null> {
  const [kept] = await findOpenEnrollments(workspaceId, { contactId: keptId });
  const [other] = await findOpenEnrollments(workspaceId, { contactId: otherId });
  if (kept === undefined || other === undefined || kept.campaignId === other.campaignId) return null;
  return kept.id < other.id ? other : kept;
}

export async function joinedSequenceEffects(
  workspaceId: string,
  keptId: string,
  otherId: string,
): Promise<PlannedEffect[]> {
  const younger = await youngerOf(workspaceId, keptId, otherId);
  if (younger === null) return [];
  // Messages to the contact that is removed are canceled in any case.
  const waiting = younger.contactId === keptId ? await countMessagesOfEnrollment(workspaceId, younger.id) : 0;
  return [
    { op: 'stop', type: 'enrollment', id: younger.id, label: 'The younger of two sequences ends' },
    ...countedEffects('cancel', 'message', waiting),
    ...(await endedTaskEffects(workspaceId, [younger.id])),
  ];
}

/** Call inside a transaction, before one contact's history moves to the other. */
export async function endYoungerSequence(
  workspaceId: string,
  keptId: string,
  otherId: string,
  now: Date,
): Promise<void> {
  const younger = await youngerOf(workspaceId, keptId, otherId);
  if (younger !== null) await endEnrollment(workspaceId, younger.id, 'removed', now, 'other_campaign');
}
