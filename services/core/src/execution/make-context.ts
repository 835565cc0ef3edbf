import type { Logger } from 'pino';
import type { Pager } from '../domain/values/paging.ts';
import type { ActionContext } from '../engine/context/action-context.ts';
import type { Ports } from '../engine/context/ports.ts';
import type { Config } from '../settings/config.ts';
import { newOperationId } from '../store/credits/operation-store.ts';
import { addEvent } from '../store/events/event-store.ts';
import type { UploadRecord } from '../store/jobs/upload-store.ts';
import type { Principal } from './members/principal.ts';

/** Dependencies of every execution, created once per process. */
export interface Services {
  config: Config;
  ports: Ports;
  pager: Pager;
  now: () => Date;
}

/** Facts of one request, form, or job. */
export interface CallFacts {
  requestId: string;
  log: Logger;
  idempotencyKey?: string;
  asksPerson?: boolean;
  expectedVersion?: number;
  restoredSequence?: number;
  /** Price of the current action per unit. Defaults to 0. */
  creditsPerUnit?: number;
  upload?: UploadRecord;
}

/** Context of one call, for plan and run. The same for HTTP, pages, and worker. */
export function makeActionContext(services: Services, principal: Principal, facts: CallFacts): ActionContext {
  const { config, ports, pager, now } = services;
  const { workspace } = principal;
  return {
    creditsPerUnit: 0,
    ...principal,
    ...facts,
    workspaceId: workspace.id,
    operationId: newOperationId(),
    config,
    ports,
    pager,
    now,
    emit: (type, subjectId, data) => addEvent(workspace.id, type, subjectId, data, now()),
  };
}
