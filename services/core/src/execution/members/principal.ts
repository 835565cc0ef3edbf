import type { DailyLimits } from '../../domain/approvals/daily-limits.ts';
import type { Actor, Via } from '../../domain/members/actor.ts';
import type { Role } from '../../domain/members/role.ts';
import type { WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';

/** Who acts, through what, in which workspace, and with which scopes. */
export interface Principal {
  actor: Actor;
  via: Via;
  workspace: WorkspaceRecord;
  scopes: readonly string[];
  /** Of the machine that asked, or of the client behind the gateway. */
  address?: string;
  /** Of the person, or of who made the key or connection, as it is now; absent for jobs and approved work. */
  role?: Role;
  /** The preview at the gateway that the call confirms. */
  previewId?: string;
  /** The key or connection, which may do only so much without a person; absent for a person and for approved work. */
  connection?: Connection;
  /** The member who acts, approves, or made the key or connection, where limits are set for them. */
  limitedMember?: LimitedMember;
  /** The approval that is carried out, and who gave it. */
  approval?: { id: string; by: Actor };
}

/** Somebody as far as limits are set for them. */
export function limitedMember(id: string, { dailyLimits }: { dailyLimits?: DailyLimits }): LimitedMember | undefined {
  return dailyLimits && { id, limits: dailyLimits };
}

/** What a member may do in a day before an owner or an admin is asked. */
export interface LimitedMember {
  /** Id of the user. */
  id: string;
  limits: DailyLimits;
}

export interface Connection {
  /** Id of the API key, or of the OAuth grant. */
  id: string;
  limits: DailyLimits;
  /** Over MCP, small changes that can be taken back run without a confirmation. */
  runsAtOnce: boolean;
}
