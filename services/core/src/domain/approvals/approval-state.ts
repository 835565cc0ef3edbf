export const approvalStates = [
  'pending',
  'approved',
  'executed',
  'failed',
  'declined',
  'expired',
  'cancelled',
] as const;
export type ApprovalState = (typeof approvalStates)[number];

export const approvalLifetimeMs = 3 * 24 * 60 * 60_000;

/** State to show. A pending approval past its deadline counts as expired, even though no one has recorded that. */
export function approvalStateAt(state: ApprovalState, expiresAt: Date, now: Date): ApprovalState {
  return state === 'pending' && expiresAt <= now ? 'expired' : state;
}
