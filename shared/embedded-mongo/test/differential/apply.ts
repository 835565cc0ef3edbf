import { EJSON } from 'bson';
import { type Collection, MongoServerError } from 'mongodb';
import type { Action, Fields } from './generate.ts';

/** What an operation answered, as comparable text: its result, or that it was refused, and then with which code. */
export interface Answer {
  text: string;
  code?: number;
}

const duplicateKey = 11000;

/** Stands for the collection itself in the pipelines that read another one. */
const self = 'SELF';

const isGroup = (stages: readonly Fields[]) => stages.some((stage) => '$group' in stage || '$sortByCount' in stage);

function show(result: unknown): string {
  return EJSON.stringify(result, { relaxed: false });
}

const byText = (left: unknown, right: unknown) => (show(left) < show(right) ? -1 : 1);

/** Groups come in no particular order, and the other engine collects them in none. */
function ordered(groups: Fields[]): Fields[] {
  const sorted = groups.map((group) => (Array.isArray(group.r) ? { ...group, r: group.r.toSorted(byText) } : group));
  return sorted.toSorted(byText);
}

function withCollection(stages: readonly Fields[], name: string): Fields[] {
  return stages.map((stage) => {
    if ('$lookup' in stage) return { $lookup: { ...(stage.$lookup as Fields), from: name } };
    if ('$unionWith' in stage) return { $unionWith: { ...(stage.$unionWith as Fields), coll: name } };
    return stage;
  });
}

async function aggregate(collection: Collection, stages: Fields[]): Promise<unknown> {
  if (JSON.stringify(stages).includes(self) === false) {
    const found = await collection.aggregate(stages).toArray();
    return isGroup(stages) ? ordered(found) : found;
  }
  return collection.aggregate(withCollection(stages, collection.collectionName)).toArray();
}

async function change(collection: Collection, action: Action): Promise<unknown> {
  const filter = action.filter as Fields;
  const update = action.update as never;
  const options = action.arrayFilters ? { arrayFilters: action.arrayFilters as never } : {};
  switch (action.kind) {
    case 'updateFirst': {
      const returnDocument = action.returns as 'before' | 'after';
      return collection.findOneAndUpdate(filter, update, { ...options, sort: { _id: 1 }, returnDocument });
    }
    case 'updateMany': {
      const { matchedCount, modifiedCount } = await collection.updateMany(filter, update, options);
      return { matchedCount, modifiedCount };
    }
    case 'upsert': {
      const { _id, ...insertable } = filter;
      const { matchedCount, upsertedCount } = await collection.updateOne(
        { _id: action.id as never, ...insertable },
        update,
        {
          upsert: true,
        },
      );
      return { matchedCount, upsertedCount };
    }
    case 'replaceFirst':
      return collection.findOneAndReplace(filter, action.replacement as Fields, {
        sort: { _id: 1 },
        returnDocument: 'after',
      });
    case 'deleteFirst':
      return collection.findOneAndDelete(filter, { sort: { _id: 1 } });
    default:
      throw new Error(`no action ${action.kind}`);
  }
}

async function run(collection: Collection, action: Action): Promise<unknown> {
  const filter = (action.filter ?? {}) as Fields;
  switch (action.kind) {
    case 'createIndex':
      await collection.createIndex(action.key as never, action.options as never);
      return 'created';
    case 'insert':
      await collection.insertOne({ _id: action.id as never, ...(action.document as Fields) });
      return 'inserted';
    case 'find': {
      const { sort, limit, skip } = action as { sort?: never; limit?: never; skip?: never };
      return collection.find(filter, { sort, limit, skip }).toArray();
    }
    case 'project':
      return collection.find(filter, { sort: { _id: 1 }, projection: action.projection as Fields }).toArray();
    case 'count':
      return collection.countDocuments(filter);
    case 'distinct':
      return (await collection.distinct(action.field as string, filter)).map(show).sort();
    case 'aggregate':
      return aggregate(collection, action.stages as Fields[]);
    default:
      return change(collection, action);
  }
}

export async function answerOf(collection: Collection, action: Action): Promise<Answer> {
  try {
    return { text: show(await run(collection, action)) };
  } catch (error) {
    if (!(error instanceof MongoServerError)) throw error;
    const code = Number(error.code);
    return { text: code === duplicateKey ? 'duplicate' : 'refused', code };
  }
}

export async function contentOf(collection: Collection): Promise<string> {
  return show(await collection.find({}, { sort: { _id: 1 } }).toArray());
}
