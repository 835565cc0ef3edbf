import { createSecretKey } from 'node:crypto';
import type { ActionContext } from '../actions/action-context.ts';
import { createPager } from '../domain/paging.ts';
import { findWorkspace } from '../store/identity/workspace-store.ts';
import { addEvent } from '../store/requests/event-store.ts';
import { newOperationId } from '../store/requests/operation-store.ts';
import type { JobRecord } from '../store/work/job-store.ts';
import type { WorkerDeps } from './worker-deps.ts';

/** The context of the request that asked for the job, as it is now. Null when the workspace is gone. */
export const makeJobContext = async (job: JobRecord, deps: WorkerDeps): Promise<ActionContext | null> => {
  const workspace = await findWorkspace(job.workspaceId);
  if (workspace === null) return null;
  const { config, ports, now } = deps;
  return {
    workspaceId: job.workspaceId,
    workspace,
    actor: job.actor,
    via: job.via,
    scopes: job.scopes,
    requestId: job.requestId,
    operationId: newOperationId(),
    config,
    ports,
    now,
    log: deps.log.child({ jobId: job.id, requestId: job.requestId }),
    pager: createPager(createSecretKey(config.secretKey)),
    emit: (type, subjectId, data) => addEvent(job.workspaceId, type, subjectId, data, now()),
  };
};
