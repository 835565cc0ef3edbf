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

/** What is shown: a pending one whose time is over has expired, without anyone writing that down. */
export function approvalStateAt(state: ApprovalState, expiresAt: Date, now: Date): ApprovalState {
  return state === 'pending' && expiresAt <= now ? 'expired' : state;
}
