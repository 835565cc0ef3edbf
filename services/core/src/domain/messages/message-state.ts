import { AppError } from '../../errors/errors.ts';

export const messageKinds = ['campaign', 'answer', 'single', 'forward', 'test'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** Messages to people in the workspace itself: a colleague, or the mailbox. */
export const internalKinds: readonly MessageKind[] = ['forward', 'test'];

export const messageStates = [
  'draft',
  'awaiting_approval',
  'approved',
  'scheduled',
  'sending',
  'sent',
  'bounced',
  'failed',
  'unconfirmed',
  'cancelled',
  'skipped',
] as const;
export type MessageState = (typeof messageStates)[number];

/** All allowed transitions by name, from any of the `from` states to `to`. */
export const messageTransitions = {
  submit: { from: ['draft'], to: 'awaiting_approval' },
  edit: { from: ['draft', 'awaiting_approval', 'approved'], to: 'draft' },
  approve: { from: ['draft', 'awaiting_approval'], to: 'approved' },
  schedule: { from: ['draft', 'awaiting_approval', 'approved', 'scheduled'], to: 'scheduled' },
  begin_sending: { from: ['scheduled'], to: 'sending' },
  confirm_sent: { from: ['sending', 'unconfirmed'], to: 'sent' },
  retry: { from: ['sending', 'scheduled'], to: 'scheduled' },
  bounce: { from: ['sending', 'sent', 'unconfirmed'], to: 'bounced' },
  fail: { from: ['scheduled', 'sending'], to: 'failed' },
  send_again: { from: ['unconfirmed'], to: 'scheduled' },
  lose: { from: ['sending'], to: 'unconfirmed' },
  cancel: { from: ['draft', 'awaiting_approval', 'approved', 'scheduled'], to: 'cancelled' },
  skip: { from: ['scheduled'], to: 'skipped' },
} as const satisfies Record<string, { from: readonly MessageState[]; to: MessageState }>;
export type MessageTransition = keyof typeof messageTransitions;

export function canMoveMessage(state: MessageState, transition: MessageTransition): boolean {
  return (messageTransitions[transition].from as readonly MessageState[]).includes(state);
}

/** Returns the state after the transition. Throws `invalid_state` if the message's state does not allow it. */
export function moveMessage(state: MessageState, transition: MessageTransition): MessageState {
  if (canMoveMessage(state, transition)) return messageTransitions[transition].to;
  const allowedValues = messageTransitions[transition].from;
  throw new AppError('invalid_state', `A message that is ${state} cannot ${transition.replaceAll('_', ' ')}.`, {
    allowedValues,
  });
}
