import { apiKeys } from './api-keys.ts';
import { approvals } from './approvals.ts';
import { autopilot } from './autopilot.ts';
import { connections } from './connections.ts';
import type { GrantKind } from './grant-kind.ts';
import { invitations } from './invitations.ts';
import { sessions } from './sessions.ts';
import { signIns } from './sign-ins.ts';
import { standingOrders } from './standing-orders.ts';

/**
 * Everything that a person can let in. Removal, suspension, demotion, a new password, "End all access", the access
 * page, and the matrix test follow this list.
 */
export const grantKinds: readonly GrantKind[] = [
  apiKeys,
  connections,
  invitations,
  approvals,
  autopilot,
  standingOrders,
  sessions,
  signIns,
];
