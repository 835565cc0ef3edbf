import { EJSON } from 'bson';
import { type Collection, MongoServerError } from 'mongodb';
import type { Action, Fields } from './generate.ts';

/** What an operation answered, as comparable text: its result, or that it was refused. */
export type Answer = string;

const isGroup = (stages: readonly Fields[]) => stages.some((stage) => '$group' in stage);

function show(result: unknown): string {
  return EJSON.stringify(result, { relaxed: false });
}

/** Groups come in no particular order. */
function ordered(documents: Fields[]): Fields[] {
  return documents.toSorted((left, right) => (show(left) < show(right) ? -1 : 1));
}

async function run(collection: Collection, action: Action, id: number): Promise<unknown> {
  const filter = (action.filter ?? {}) as Fields;
  switch (action.kind) {
    case 'insert':
      await collection.insertOne({ _id: id as never, ...(action.document as Fields) });
      return 'inserted';
    case 'find':
      return collection.find(filter, { sort: action.sort as never, limit: action.limit as number }).toArray();
    case 'project':
      return collection.find(filter, { sort: { _id: 1 }, projection: action.projection as Fields }).toArray();
    case 'updateById':
      return collection.findOneAndUpdate(filter, action.update as never, { sort: { _id: 1 }, returnDocument: 'after' });
    case 'updateMany': {
      const { matchedCount } = await collection.updateMany(filter, action.update as never);
      return { matchedCount };
    }
    case 'deleteOldest':
      return collection.findOneAndDelete(filter, { sort: { _id: 1 } });
    case 'count':
      return collection.countDocuments(filter);
    case 'distinct':
      return (await collection.distinct(action.field as string, filter)).map(show).sort();
    case 'aggregate': {
      const stages = action.stages as Fields[];
      const found = await collection.aggregate(stages).toArray();
      return isGroup(stages) ? ordered(found) : found;
    }
    default:
      throw new Error(`no action ${action.kind}`);
  }
}

export async function answerOf(collection: Collection, action: Action, id: number): Promise<Answer> {
  try {
    return show(await run(collection, action, id));
  } catch (error) {
    if (!(error instanceof MongoServerError)) throw error;
    return error.code === 11000 ? 'duplicate' : 'refused';
  }
}

export async function contentOf(collection: Collection): Promise<string> {
  return show(await collection.find({}, { sort: { _id: 1 } }).toArray());
}
