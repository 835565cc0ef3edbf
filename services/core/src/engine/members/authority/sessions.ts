import { endSessionsExcept, listSessions } from '../../../store/members/session-store.ts';
import type { GrantKind } from './grant-kind.ts';

/** Browsers that are signed in. Their pages check the current role, so a demotion needs no change here. */
export const sessions: GrantKind = {
  name: 'Sessions',
  isOfAccount: true,
  endsWithPassword: true,

  async list({ userId }, { now }) {
    const open = await listSessions(userId, now);
    return open.map(({ browser, createdAt, seenAt }) => ({
      name: browser || 'Unknown browser',
      detail: 'Signed in',
      lastUsedAt: seenAt ?? createdAt,
    }));
  },

  endAll: ({ userId }, { keptSessionId }) => endSessionsExcept(userId, keptSessionId),
};
