import type { Actor } from '../../members/actor.ts';

export const claimRules = ['warn', 'refuse'] as const;
export type ClaimRule = (typeof claimRules)[number];

/** Reaction to a text with claims that no source supports. */
export interface ClaimPolicy {
  /** Texts of agents, API keys, and models. */
  byAgent: ClaimRule;
  byPerson: ClaimRule;
}

export const defaultClaimPolicy: ClaimPolicy = { byAgent: 'refuse', byPerson: 'warn' };

export function claimRuleFor({ kind }: Pick<Actor, 'kind'>, policy: ClaimPolicy = defaultClaimPolicy): ClaimRule {
  return kind === 'user' ? policy.byPerson : policy.byAgent;
}
