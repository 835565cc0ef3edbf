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

/** Who asks, for which workspace, with what at hand. Handed to every plan and run. */
export interface ActionContext {
  workspaceId: string;
  workspace: WorkspaceRecord;
  actor: Actor;
  via: Via;
  scopes: readonly string[];
  /** Of the person, or of who made the key or connection; absent for jobs and approved work. */
  role?: Role;
  requestId: string;
  /** Of the machine that asked, or of the client behind the gateway. */
  address?: string;
  /** The preview at the gateway that this execution confirms. */
  previewId?: string;
  /** The key or connection, whose limits say what needs a person; absent for a person and for approved work. */
  connection?: { id: string; limits: DailyLimits; runsAtOnce: boolean };
  /** The member who acts, approves, or made the key or connection, where limits are set for them. */
  limitedMember?: { id: string; limits: DailyLimits };
  /** Nobody was asked: autopilot covers it. */
  isByAutopilot?: boolean;
  /** The approval that is carried out, and who gave it. */
  approval?: { id: string; by: Actor };
  idempotencyKey?: string;
  /** The version that the caller last saw (If-Match); an update of another one is refused. */
  expectedVersion?: number;
  /** Credits for one unit of the action under way; 0: it is free. */
  creditsPerUnit: number;
  /** One per execution: names it in the ledger. */
  operationId: string;
  /** The raw body, where the action takes one (`uploads`): stored already, and gone after the request unless a job takes it. */
  upload?: UploadRecord;
  config: Config;
  ports: Ports;
  log: Logger;
  pager: Pager;
  now: () => Date;
  /** Writes an event to the outbox, in the transaction of `run`. */
  emit: <T extends EventType>(type: T, subjectId: string, data: EventData<T>) => Promise<void>;
}
