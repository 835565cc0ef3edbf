import type { EnrollmentRecord } from '../../store/campaigns/enrollment-store.ts';
import { transitionEnrollment } from '../../store/campaigns/enrollment-store.ts';
import { reviveEnrollment } from '../campaigns/revive-enrollment.ts';

/**
 * Sequences that came over from a merged contact go on from the step they stand at: what was queued for that contact was
 * cancelled, and is written again to the kept one. Call inside a transaction, when both are one.
 */
export async function continueSequences(moved: EnrollmentRecord[], now: Date): Promise<void> {
  for (const { workspaceId, id, state } of moved) {
    if (state !== 'active') continue;
    const held = await transitionEnrollment(workspaceId, id, 'pause', {}, now);
    if (held !== null) await reviveEnrollment(held, now);
  }
}
