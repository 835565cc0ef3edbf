import { WorkspaceModel } from '../workspaces/workspace-store.ts';

const suspendedMax = 500;

/** Rejects all requests of a key or client until it is resumed. Returns false if no more can be suspended. */
export async function suspendAgent(workspaceId: string, agentId: string): Promise<boolean> {
  const hasRoom = { [`suspendedAgents.${suspendedMax - 1}`]: { $exists: false } };
  const outcome = await WorkspaceModel.updateOne(
    { _id: workspaceId, ...hasRoom },
    { $addToSet: { suspendedAgents: agentId } },
  );
  return outcome.matchedCount === 1;
}

export async function resumeAgent(workspaceId: string, agentId: string): Promise<void> {
  await WorkspaceModel.updateOne({ _id: workspaceId }, { $pull: { suspendedAgents: agentId } });
}

/** Called only by the application's pages, and by no action. Null allows any client. */
export async function setAdmittedClients(workspaceId: string, admittedClients: string[] | null): Promise<void> {
  await WorkspaceModel.updateOne({ _id: workspaceId }, { $set: { admittedClients } });
}

export async function setWorkspaceOwner(workspaceId: string, ownerId: string): Promise<void> {
  await WorkspaceModel.updateOne({ _id: workspaceId }, { $set: { ownerId } });
}
