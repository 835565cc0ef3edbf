import { narrowedStamps, newStamp } from '../../../domain/members/connection-stamps.ts';
import { findStanding, setConnectionStamps } from '../../../store/members/membership-store.ts';
import type { GrantKind } from './grant-kind.ts';

/** MCP connections. The gateway stores them, and the core decides by their stamp if they are in force. */
export const connections: GrantKind = {
  name: 'Connected apps',
  isOfAccount: false,
  endsWithPassword: true,

  list: (grantor, { listConnections }) => listConnections(grantor),

  endAll: ({ workspaceId, userId }) => setConnectionStamps(workspaceId, userId, [newStamp()]),

  async narrow({ workspaceId, userId }, role) {
    const standing = await findStanding(workspaceId, userId);
    if (standing === null) return;
    await setConnectionStamps(workspaceId, userId, narrowedStamps(standing.connectionStamps, role));
  },
};
