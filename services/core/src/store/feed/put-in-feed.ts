import mongoose, { type Model, type Query, type Schema } from 'mongoose';
import type { ChangeType } from '../../domain/events/change-types.ts';
import { addMarkedCollection, changeMark, countedTypes, markedUpdate, newMark } from './change-marks.ts';

interface Keyed {
  _id: string;
  workspaceId: string;
  campaignId?: string | null;
}
type Filter = Record<string, unknown>;
interface Operation {
  document?: object;
  filter?: Filter;
  update?: object;
}

/** Puts the records of a model into the change feed: marks them with every write, and notes what is deleted. */
export function putInFeed(schema: Schema, collection: string, type: ChangeType): void {
  addMarkedCollection(collection, type);
  schema.add({ [changeMark]: { type: String } });
  const isPending = { partialFilterExpression: { [changeMark]: { $exists: true } } };
  schema.index({ [changeMark]: 1 }, isPending);
  if (countedTypes.includes(type)) schema.index({ workspaceId: 1, [changeMark]: 1 }, isPending);
  schema.pre('save', function mark() {
    this.set(changeMark, newMark());
  });
  schema.pre('insertMany', (documents: object | object[]) => {
    for (const document of [documents].flat()) Object.assign(document, { [changeMark]: newMark() });
  });
  schema.pre(/^(update|findOneAndUpdate)/, function mark(this: Query<unknown, unknown>) {
    this.setUpdate(markedUpdate(collection, this.getUpdate()!));
  });
  schema.pre('bulkWrite', async function mark(this: Model<Keyed>, operations: object[]) {
    for (const [name, operation] of operations.flatMap((each) => Object.entries(each) as [string, Operation][])) {
      if (operation.document) Object.assign(operation.document, { [changeMark]: newMark() });
      if (operation.update) operation.update = markedUpdate(collection, operation.update);
      if (name.startsWith('delete')) await noteDeletions(this, type, { op: name, filter: operation.filter! });
    }
  });
  // Settings end only with the workspace.
  if (type === 'settings') return;
  schema.pre(/^(deleteOne|deleteMany|findOneAndDelete)$/, async function note(this: Query<unknown, Keyed>) {
    const { op } = this as { op?: string };
    await noteDeletions(this.model, type, { op, filter: this.getFilter(), sort: this.getOptions().sort });
  });
}

interface Deleting {
  op?: string;
  filter: Filter;
  sort?: string | Record<string, 1 | -1>;
}

/** Before the records are deleted, because their IDs are unknown afterwards. */
async function noteDeletions(model: Model<Keyed>, type: ChangeType, { op, filter, sort = {} }: Deleting) {
  // The end of a whole workspace, which also ends its feed.
  if (Object.keys(filter).join() === 'workspaceId') return;
  const found = model.find(filter).select({ _id: 1, workspaceId: 1, campaignId: 1 }).sort(sort);
  if (op !== 'deleteMany') found.limit(1);
  const at = new Date();
  const documents = (await found.lean<Keyed[]>()).map(({ _id, workspaceId, campaignId }) => {
    return { _id: newMark(), workspaceId, type, recordId: _id, ...(campaignId && { campaignId }), at };
  });
  if (documents.length > 0) await mongoose.models.Deletion!.insertMany(documents);
}
