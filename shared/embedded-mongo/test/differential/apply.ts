import { EJSON } from 'bson';
import { type Collection, type IndexSpecification, MongoServerError } from 'mongodb';
import { saysCrash } from './crash.ts';
import type { Action, Fields } from './generate.ts';

/** Response to an operation as comparable text: its result, or the fact that it was rejected, with the error code. */
export interface Answer {
  text: string;
  code?: number;
}

const duplicateKey = 11000;

/** Placeholder for the collection itself, in pipelines that read another collection. */
const self = 'SELF';

function isGroup(stages: readonly Fields[]) {
  return stages.some((stage) => '$group' in stage || '$sortByCount' in stage);
}

function show(result: unknown): string {
  return EJSON.stringify(result, { relaxed: false });
}

function byText(left: unknown, right: unknown) {
  return show(left) < show(right) ? -1 : 1;
}

/** Groups have no particular order, and neither do values that the other engine collects in them. */
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
  const update = action.update as Fields;
  const options = action.arrayFilters ? { arrayFilters: action.arrayFilters as Fields[] } : {};
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
      const wanted: Fields = { _id: action.id, ...insertable };
      const { matchedCount, upsertedCount } = await collection.updateOne(wanted, update, { upsert: true });
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

/**
 * Outcome of a command without the parts that always differ between engines. Counts as rejected if a single statement
 * was rejected.
 */
async function outcomeOf(collection: Collection, body: Fields): Promise<unknown> {
  const [name] = Object.keys(body) as [string];
  const command = { ...body, [name]: collection.collectionName };
  const { n, nModified, value, values, cursor, writeErrors } = await collection.db.command(command);
  if (writeErrors) throw new MongoServerError(writeErrors[0]);
  const sorted = (values as unknown[] | undefined)?.map(show).sort();
  return { n, nModified, value, values: sorted, found: cursor?.firstBatch };
}

async function run(collection: Collection, action: Action): Promise<unknown> {
  const filter = (action.filter ?? {}) as Fields;
  switch (action.kind) {
    case 'createIndex':
      await collection.createIndex(action.key as IndexSpecification, action.options as Fields);
      return 'created';
    case 'command':
      return outcomeOf(collection, action.body as Fields);
    case 'insertWithId': {
      const document: Fields = { ...(action.document as Fields), _id: action.wanted };
      return collection.insertOne(document).then(() => 'inserted');
    }
    case 'insert': {
      const document: Fields = { _id: action.id, ...(action.document as Fields) };
      await collection.insertOne(document);
      return 'inserted';
    }
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
    if (!(error instanceof MongoServerError) || saysCrash(error)) throw error;
    const code = Number(error.code);
    return { text: code === duplicateKey ? 'duplicate' : 'refused', code };
  }
}

export async function contentOf(collection: Collection): Promise<string> {
  return show(await collection.find({}, { sort: { _id: 1 } }).toArray());
}
