import type { Logger } from 'pino';
import type { DailyLimits } from '../../domain/approvals/daily-limits.ts';
import type { EventData, EventType } from '../../domain/events/event-payloads.ts';
import type { Actor, Via } from '../../domain/members/actor.ts';
import type { Role } from '../../domain/members/role.ts';
import type { Pager } from '../../domain/values/paging.ts';
import type { Config } from '../../settings/config.ts';
import type { UploadRecord } from '../../store/jobs/upload-store.ts';
import type { WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';
import type { Ports } from './ports.ts';

/** Caller, workspace, and dependencies of an action. Passed to every plan and run. */
export interface ActionContext {
  workspaceId: string;
  workspace: WorkspaceRecord;
  actor: Actor;
  via: Via;
  scopes: readonly string[];
  /** Role of the person, or of the creator of the key or connection. Absent for jobs and approved work. */
  role?: Role;
  requestId: string;
  /** IP address of the caller, or of the client behind the gateway. */
  address?: string;
  /** Gateway preview that this execution confirms. */
  previewId?: string;
  /** Key or connection whose limits decide which requests need approval. Absent for a person and for approved work. */
  connection?: { id: string; limits: DailyLimits; runsAtOnce: boolean };
  /** Member with limits who acts, approves, or created the key or connection. */
  limitedMember?: { id: string; limits: DailyLimits };
  /** True if the person at the page entered their password for this request. */
  hasPassword?: boolean;
  /** True if autopilot covers the action, so that no person was asked. */
  isByAutopilot?: boolean;
  /** Approval that is carried out, and the person who approved it. */
  approval?: { id: string; by: Actor };
  idempotencyKey?: string;
  /** True if the client wants a person to decide, also within the limits. */
  asksPerson?: boolean;
  /** Version that the caller last saw (If-Match). An update of another version is rejected. */
  expectedVersion?: number;
  /** Kept version of a sequence that the person at the page brings back. */
  restoredSequence?: number;
  /** Credits per unit of the current action. 0 if it is free. */
  creditsPerUnit: number;
  /** Unique per execution. Identifies it in the ledger. */
  operationId: string;
  /** Raw body, for actions with `uploads`. Already stored, and deleted after the request unless a job takes it over. */
  upload?: UploadRecord;
  config: Config;
  ports: Ports;
  log: Logger;
  pager: Pager;
  now: () => Date;
  /** Writes an event to the outbox, in the transaction of `run`. */
  emit: <T extends EventType>(type: T, subjectId: string, data: EventData<T>) => Promise<void>;
}
