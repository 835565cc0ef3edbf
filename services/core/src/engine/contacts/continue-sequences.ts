import type { EnrollmentRecord } from '../../store/campaigns/enrollment-store.ts';
import { transitionEnrollment } from '../../store/campaigns/enrollment-store.ts';
import { reviveEnrollment } from '../campaigns/revive-enrollment.ts';

/**
 * Resumes sequences that moved over from a merged contact, at their current step. Messages to that contact were
 * canceled and are written again for the remaining contact. Call inside a transaction, after the merge.
 */
export async function continueSequences(moved: EnrollmentRecord[], now: Date): Promise<void> {
  for (const { workspaceId, id, state } of moved) {
    if (state !== 'active') continue;
    const held = await transitionEnrollment(workspaceId, id, 'pause', {}, now);
    if (held !== null) await reviveEnrollment(held, now);
  }
}
