import mongoose from 'mongoose';

/** Contents of the store in the operator's terms. All counts are 0 in an unused store. */
export interface StoreContents {
  workspace: number;
  user: number;
  contact: number;
  suppression: number;
  message: number;
}

const collections = {
  workspace: 'workspaces',
  user: 'users',
  contact: 'contacts',
  suppression: 'suppressions',
  message: 'messages',
} as const;

/** Counts everything, or only the records of one workspace. */
export async function countContents(workspaceId?: string): Promise<StoreContents> {
  const counts = {} as StoreContents;
  for (const [noun, name] of Object.entries(collections) as [keyof StoreContents, string][]) {
    const all = mongoose.connection.db!.collection(name);
    const isOfOne = workspaceId !== undefined && noun !== 'user' && noun !== 'workspace';
    counts[noun] = await all.countDocuments(isOfOne ? { workspaceId } : {});
  }
  return counts;
}

export function holdsNothing(contents: StoreContents): boolean {
  return Object.values(contents).every((count) => count === 0);
}
