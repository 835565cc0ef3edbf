import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Actor, Via } from '../domain/actor.ts';
import type { Pager } from '../domain/paging.ts';
import type { WorkspaceRecord } from '../store/identity/workspace-store.ts';
import type { EventType } from '../store/requests/event-store.ts';
import type { UploadRecord } from '../store/work/upload-store.ts';
import type { Ports } from './ports.ts';

/** Who asks, for which workspace, with what at hand. Handed to every plan and run. */
export interface ActionContext {
  workspaceId: string;
  workspace: WorkspaceRecord;
  actor: Actor;
  via: Via;
  scopes: readonly string[];
  requestId: string;
  /** The preview at the gateway that this execution confirms. */
  previewId?: string;
  idempotencyKey?: string;
  /** The version that the caller last saw (If-Match); an update of another one is refused. */
  expectedVersion?: number;
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
  emit: (type: EventType, subjectId: string, data: Record<string, unknown>) => Promise<void>;
}
