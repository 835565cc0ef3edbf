import mongoose from 'mongoose';

/** The workspace is deleted last, so that an interrupted erasure can be restarted from its page. */
const lastModels = ['Deletion', 'Change', 'Sequence', 'Membership', 'Workspace'];

/** Deletes everything that belongs to a workspace, in every collection, including collections added later. */
export async function eraseWorkspaceData(workspaceId: string): Promise<void> {
  const isLate = (name: string) => lastModels.indexOf(name);
  const names = Object.keys(mongoose.models).sort((left, right) => isLate(left) - isLate(right));
  for (const name of names) {
    const model = mongoose.models[name]!;
    if (model.schema.path('workspaceId')) await model.deleteMany({ workspaceId });
    // Collections with one document per workspace use its ID as their own.
    else await model.deleteOne({ _id: workspaceId });
  }
}
