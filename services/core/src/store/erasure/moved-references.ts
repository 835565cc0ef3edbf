import type { Model } from 'mongoose';
import { type Doc, modelNamed } from './contact-traces-store.ts';

/** Documents that named one record in a path, and now name the record it was merged into. */
export interface MovedReferences {
  model: string;
  path: string;
  ids: string[];
}

/** Documents that a merge deleted, because the kept record has its own. */
export interface RemovedDocuments {
  model: string;
  documents: Doc[];
}

/** Changes of a merge to other documents, so that it can be undone. */
export interface MergeTrace {
  moved: MovedReferences[];
  removed: RemovedDocuments[];
}

export interface Move {
  workspaceId: string;
  fromId: string;
  toId: string;
}

/** Maximum number of documents of one kind that an undo moves back. Later ones stay with the kept record. */
const movedMax = 10_000;

/** Makes documents that name one record name another. Empty without such documents. */
export async function moveReferences<D extends Doc>(
  model: Model<D>,
  path: keyof D & string,
  { workspaceId, fromId, toId }: Move,
): Promise<MovedReferences[]> {
  const naming = { workspaceId, [path]: fromId } as object;
  const found = await model.find(naming, { _id: 1 }).limit(movedMax).lean<Doc[]>();
  if (found.length === 0) return [];
  await model.updateMany(naming, { $set: { [path]: toId } } as object);
  return [{ model: model.modelName, path, ids: found.map(({ _id }) => _id) }];
}

/** Deletes documents and returns them. Empty without such documents. */
export async function takeOut<D extends Doc>(model: Model<D>, where: object): Promise<RemovedDocuments[]> {
  const documents = await model.find(where).limit(movedMax).lean<Doc[]>();
  if (documents.length === 0) return [];
  await model.deleteMany(where);
  return [{ model: model.modelName, documents }];
}

/** Makes the moved documents name their former record again, unless something else changed them since. */
export async function moveBack(moved: readonly MovedReferences[], { workspaceId, fromId, toId }: Move): Promise<void> {
  for (const { model, path, ids } of moved)
    await modelNamed(model).updateMany({ workspaceId, _id: { $in: ids }, [path]: toId }, { $set: { [path]: fromId } });
}
