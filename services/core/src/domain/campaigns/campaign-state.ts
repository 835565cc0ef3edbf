import { AppError } from '../../errors/errors.ts';

export const campaignStates = [
  'draft',
  'scheduled',
  'running',
  'paused',
  'completed',
  'archived',
  'cancelled',
] as const;
export type CampaignState = (typeof campaignStates)[number];

export const campaignPauseReasons = [
  'user',
  'bounce_protection',
  'complaint_rate',
  'no_mailbox',
  'out_of_credits',
] as const;
export type CampaignPauseReason = (typeof campaignPauseReasons)[number];

/** All allowed transitions by name, from any of the `from` states to `to`. */
export const campaignTransitions = {
  launch: { from: ['draft', 'completed'], to: 'running' },
  schedule: { from: ['draft', 'completed'], to: 'scheduled' },
  start: { from: ['scheduled'], to: 'running' },
  pause: { from: ['running', 'scheduled'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  reschedule: { from: ['paused'], to: 'scheduled' },
  complete: { from: ['running'], to: 'completed' },
  cancel: { from: ['draft', 'scheduled', 'running', 'paused'], to: 'cancelled' },
  archive: { from: ['draft', 'completed', 'cancelled'], to: 'archived' },
} as const satisfies Record<string, { from: readonly CampaignState[]; to: CampaignState }>;
export type CampaignTransition = keyof typeof campaignTransitions;

export function canMoveCampaign(state: CampaignState, transition: CampaignTransition): boolean {
  return (campaignTransitions[transition].from as readonly CampaignState[]).includes(state);
}

/** Returns the state after the transition. Throws `invalid_state` if the campaign's state does not allow it. */
export function moveCampaign(state: CampaignState, transition: CampaignTransition): CampaignState {
  if (canMoveCampaign(state, transition)) return campaignTransitions[transition].to;
  const allowedValues = campaignTransitions[transition].from;
  throw new AppError(
    'invalid_state',
    `A ${state} campaign cannot ${transition}; that takes one that is ${allowedValues.join(' or ')}.`,
    { allowedValues },
  );
}

/** States in which the steps, mailboxes, and limits can be changed. */
export const editableCampaignStates: readonly CampaignState[] = ['draft', 'paused'];

/** States in which contacts can be enrolled. */
export const enrollableCampaignStates: readonly CampaignState[] = [
  'draft',
  'scheduled',
  'running',
  'paused',
  'completed',
];
