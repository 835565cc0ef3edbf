import type { DailyLimits } from '../../domain/approvals/daily-limits.ts';
import type { Actor, Via } from '../../domain/members/actor.ts';
import type { Role } from '../../domain/members/role.ts';
import type { WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';

/** Actor, channel, workspace, and scopes of a call. */
export interface Principal {
  actor: Actor;
  via: Via;
  workspace: WorkspaceRecord;
  scopes: readonly string[];
  /** IP address of the caller, or of the client behind the gateway. */
  address?: string;
  /** Current role of the person, or of the creator of the key or connection. Absent for jobs and approved work. */
  role?: Role;
  /** Gateway preview that the call confirms. */
  previewId?: string;
  /** Key or connection, with its limits for actions without approval. Absent for a person and for approved work. */
  connection?: Connection;
  /** Member with limits who acts, approves, or created the key or connection. */
  limitedMember?: LimitedMember;
  /** Approval that is executed, and the person who approved it. */
  approval?: { id: string; by: Actor };
}

/** Member with their limits. Undefined if no limits are set. */
export function limitedMember(id: string, { dailyLimits }: { dailyLimits?: DailyLimits }): LimitedMember | undefined {
  return dailyLimits && { id, limits: dailyLimits };
}

/** Member's daily limits, beyond which an owner or admin must approve. */
export interface LimitedMember {
  /** User ID. */
  id: string;
  limits: DailyLimits;
}

export interface Connection {
  /** ID of the API key or OAuth grant. */
  id: string;
  limits: DailyLimits;
  /** True if small reversible changes over MCP run without confirmation. */
  runsAtOnce: boolean;
}
