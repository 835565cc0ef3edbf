import { createSecretKey } from 'node:crypto';
import { createPager } from '../../domain/values/paging.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import type { EngineDeps } from '../../engine/context/engine-deps.ts';
import { chargeOf } from '../../engine/jobs/settle-job.ts';
import type { JobRecord } from '../../store/jobs/job-store.ts';
import { findWorkspace } from '../../store/workspaces/workspace-store.ts';
import { makeActionContext } from '../make-context.ts';

/** Current context for the request that started the job. Null if the workspace was deleted. */
export async function makeJobContext(job: JobRecord, deps: EngineDeps): Promise<ActionContext | null> {
  const workspace = await findWorkspace(job.workspaceId);
  if (workspace === null) return null;
  const { actor, via, scopes, requestId } = job;
  const pager = createPager(createSecretKey(deps.config.secretKey));
  const log = deps.log.child({ jobId: job.id, requestId });
  return makeActionContext(
    { ...deps, pager },
    { actor, via, scopes, workspace },
    { requestId, log, creditsPerUnit: chargeOf(job)?.creditsPerUnit ?? 0 },
  );
}
