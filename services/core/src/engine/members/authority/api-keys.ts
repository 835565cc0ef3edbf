import { limitsInWords } from '../../../domain/approvals/daily-limits.ts';
import { counted } from '../../../domain/text/counted.ts';
import { listApiKeysOf, narrowApiKeysOf, revokeApiKeysOf } from '../../../store/members/granted-keys.ts';
import type { GrantKind } from './grant-kind.ts';

/** A new password keeps keys, because unattended programs depend on them. The page lists them instead. */
export const apiKeys: GrantKind = {
  name: 'API keys',
  isOfAccount: false,
  endsWithPassword: false,

  async list({ workspaceId, userId }) {
    const keys = await listApiKeysOf(userId, workspaceId);
    return keys.map(({ id, name, lastFour, scopes, dailyLimits, lastUsedAt }) => ({
      id,
      name: `${name} (…${lastFour})`,
      detail: `${counted(scopes.length, 'scope')}; without approval ${limitsInWords(dailyLimits)}`,
      lastUsedAt,
    }));
  },

  endAll: ({ workspaceId, userId }, { now }) => revokeApiKeysOf(workspaceId, userId, now),

  /** Viewers have no keys. Other keys keep their scopes, and act with the lower role from now on. */
  narrow: ({ workspaceId, userId }, role, { now }) =>
    role === 'viewer' ? revokeApiKeysOf(workspaceId, userId, now) : narrowApiKeysOf(workspaceId, userId, role),
};
