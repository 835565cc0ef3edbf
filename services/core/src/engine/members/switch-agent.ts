import { AppError } from '../../errors/errors.ts';
import { resumeAgent, suspendAgent } from '../../store/members/workspace-people-store.ts';

/** Suspends a key or client in this workspace, or resumes it. */
export async function switchAgent(workspaceId: string, agentId: string, isSuspending: boolean): Promise<void> {
  if (!isSuspending) return resumeAgent(workspaceId, agentId);
  if (await suspendAgent(workspaceId, agentId)) return;
  throw new AppError('limit_reached', 'Too many keys and clients are suspended. Revoke those that are not needed.');
}
