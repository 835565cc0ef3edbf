import type { Model } from 'mongoose';
import type { Direction, Filter } from './find-page.ts';

export interface StoreCondition {
  path: string;
  test: unknown;
}

export function conditionsOf(filter: Filter): StoreCondition[] {
  return Object.entries(filter).flatMap(([path, test]) =>
    path === '$and' ? (test as Filter[]).flatMap(conditionsOf) : [{ path, test }],
  );
}

/** True if one of the joined conditions is about the path. */
export function namesPath(filter: Filter, path: string): boolean {
  return conditionsOf(filter).some((condition) => condition.path === path);
}

export function isEquality({ test }: StoreCondition): boolean {
  return typeof test !== 'object' || test === null;
}

export type Index = Record<string, Direction>;

/** True if an index leads to at most `max` records, which include all matches. */
export async function isNarrow<Doc extends { _id: string }>(
  model: Model<Doc>,
  workspaceId: string,
  filter: Filter,
  max: number,
): Promise<boolean> {
  if ((await model.countDocuments({ workspaceId } as object).limit(max + 1)) <= max) return true;
  return (await findNarrow(model, workspaceId, conditionsOf(filter), max)) !== undefined;
}

/** Index that finds a path within a workspace, if possible ordered by ID for equal values. */
export function indexOn<Doc>(model: Model<Doc>, path: string, test?: unknown): Index | undefined {
  const found = model.schema
    .indexes()
    .filter(([, options]) => containsAll(options?.partialFilterExpression as Filter | undefined, path, test))
    .map(([keys]) => keys as Index)
    .filter((keys) => Object.keys(keys)[0] === 'workspaceId' && Object.keys(keys)[1] === path);
  return found.find(isInOrder) ?? found[0];
}

/** True if the index gives the order of its path in a workspace, and of the ID for equal values. */
export function isInOrder(keys: Index): boolean {
  const [first, path, ...rest] = Object.keys(keys);
  return first === 'workspaceId' && (path === '_id' ? rest.length === 0 : rest.join() === '_id');
}

/** True if an index with this partial filter contains every record that passes the test. */
function containsAll(partial: Filter | undefined, path: string, test: unknown): boolean {
  if (partial === undefined) return true;
  const [[name, kept] = [], ...more] = Object.entries(partial);
  if (name !== path || more.length > 0 || test === undefined) return false;
  const isOfAnyValue = typeof kept === 'object' && kept !== null && '$exists' in kept;
  return isOfAnyValue ? needsValue(test) : test === kept;
}

/** True if no record without the path passes the test. */
function needsValue(test: unknown): boolean {
  if (typeof test !== 'object') return true;
  if (test === null || '$ne' in test || '$nin' in test || '$not' in test) return false;
  return !('$in' in test && (test.$in as unknown[]).includes(null));
}

/**
 * The store chooses which of several conditions on one path (two words) enters an index, and that one can match a
 * million records. In that case, the filter names the records of the narrow condition.
 */
export async function entranceBy<Doc extends { _id: string }>(
  model: Model<Doc>,
  workspaceId: string,
  narrow: StoreCondition,
  others: StoreCondition[],
  narrowMax: number,
): Promise<StoreCondition> {
  const { path } = narrow;
  if (path === '_id' || !others.some((other) => other.path === path)) return narrow;
  return { path: '_id', test: { $in: await idsOf(model, workspaceId, narrow, narrowMax) } };
}

/** IDs of the records that fulfill a condition, at most `max`. */
async function idsOf<Doc extends { _id: string }>(
  model: Model<Doc>,
  workspaceId: string,
  condition: StoreCondition,
  max: number,
): Promise<string[]> {
  if (isEmptyChoice(condition)) return [];
  const { path, test } = condition;
  const found = await model
    .find({ workspaceId, [path]: test }, { _id: 1 })
    .hint(indexOn(model, path, test) ?? { _id: 1 })
    .limit(max)
    .lean<{ _id: string }[]>();
  return found.map(({ _id }) => _id);
}

export function isEmptyChoice({ test }: StoreCondition): boolean {
  const choice = (test as { $in?: unknown[] } | null)?.$in;
  return choice !== undefined && choice.length === 0;
}

export async function findNarrow<Doc extends { _id: string }>(
  model: Model<Doc>,
  workspaceId: string,
  conditions: StoreCondition[],
  narrowMax: number,
): Promise<StoreCondition | undefined> {
  for (const condition of conditions.toSorted((a, b) => Number(isEquality(b)) - Number(isEquality(a)))) {
    if (condition.path === '$or') {
      const union = await narrowUnion(model, workspaceId, condition.test as Filter[], narrowMax);
      if (union !== undefined) return union;
    }
    const index = indexOn(model, condition.path, condition.test);
    if (index === undefined) continue;
    const fitting = model.countDocuments({ workspaceId, [condition.path]: condition.test } as object).hint(index);
    if ((await fitting.limit(narrowMax + 1)) <= narrowMax) return condition;
  }
  return undefined;
}

/** The IDs that alternatives lead to, if an index narrows each alternative and all together match few records. */
async function narrowUnion<Doc extends { _id: string }>(
  model: Model<Doc>,
  workspaceId: string,
  alternatives: Filter[],
  narrowMax: number,
): Promise<StoreCondition | undefined> {
  const found = new Set<string>();
  for (const alternative of alternatives) {
    const narrow = await findNarrow(model, workspaceId, conditionsOf(alternative), narrowMax - found.size);
    if (narrow === undefined) return undefined;
    for (const id of await idsOf(model, workspaceId, narrow, narrowMax)) found.add(id);
  }
  return found.size > narrowMax ? undefined : { path: '_id', test: { $in: [...found] } };
}
