import mongoose from 'mongoose';

/** The workspace itself goes last, so that an interrupted erasure can be started again from its page. */
const lastModels = ['Membership', 'Workspace'];

/** Deletes whatever belongs to a workspace, in every collection there is: also in those that are added later. */
export async function eraseWorkspaceData(workspaceId: string): Promise<void> {
  const isLate = (name: string) => lastModels.indexOf(name);
  const names = Object.keys(mongoose.models).sort((left, right) => isLate(left) - isLate(right));
  for (const name of names) {
    const model = mongoose.models[name]!;
    if (model.schema.path('workspaceId')) await model.deleteMany({ workspaceId });
    // Collections with one document for each workspace carry its id as their own.
    else await model.deleteOne({ _id: workspaceId });
  }
}
