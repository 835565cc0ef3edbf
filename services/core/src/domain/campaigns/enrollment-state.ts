import { AppError } from '../../errors/errors.ts';

export const enrollmentStates = [
  'pending',
  'active',
  'paused',
  'completed',
  'replied',
  'bounced',
  'unsubscribed',
  'failed',
  'removed',
] as const;
export type EnrollmentState = (typeof enrollmentStates)[number];

export const enrollmentPauseReasons = [
  'user',
  'out_of_office',
  'unresolved_placeholders',
  'no_mailbox',
  'sender_refused',
  'restore',
] as const;
export type EnrollmentPauseReason = (typeof enrollmentPauseReasons)[number];

/** States in which further messages are possible. */
export const openEnrollmentStates = ['pending', 'active', 'paused'] as const satisfies readonly EnrollmentState[];

const open = openEnrollmentStates;

/**
 * All allowed transitions by name, from any of the `from` states to `to`. A reply can still arrive after the last step.
 */
export const enrollmentTransitions = {
  start: { from: ['pending'], to: 'active' },
  pause: { from: ['pending', 'active'], to: 'paused' },
  // The last message bounced, possibly after the last step.
  hold: { from: [...open, 'completed'], to: 'paused' },
  // An enrollment that failed because of a fault can continue its sequence.
  requeue: { from: ['paused', 'failed'], to: 'pending' },
  resume: { from: ['paused', 'failed'], to: 'active' },
  complete: { from: ['active', 'paused'], to: 'completed' },
  reply: { from: [...open, 'completed'], to: 'replied' },
  bounce: { from: [...open, 'completed'], to: 'bounced' },
  unsubscribe: { from: [...open, 'completed', 'replied'], to: 'unsubscribed' },
  fail: { from: [...open, 'completed'], to: 'failed' },
  remove: { from: [...open], to: 'removed' },
} as const satisfies Record<string, { from: readonly EnrollmentState[]; to: EnrollmentState }>;
export type EnrollmentTransition = keyof typeof enrollmentTransitions;

export function canMoveEnrollment(state: EnrollmentState, transition: EnrollmentTransition): boolean {
  return (enrollmentTransitions[transition].from as readonly EnrollmentState[]).includes(state);
}

export function moveEnrollment(state: EnrollmentState, transition: EnrollmentTransition): EnrollmentState {
  if (canMoveEnrollment(state, transition)) return enrollmentTransitions[transition].to;
  const allowedValues = enrollmentTransitions[transition].from;
  throw new AppError('invalid_state', `An enrollment that is ${state} cannot ${transition}.`, { allowedValues });
}
