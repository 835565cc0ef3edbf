import { valuesEqual } from '../bson/compare.ts';
import { type Document, getField, isDocument, type Maybe, type Value } from '../bson/values.ts';
import { badValue, MongoError } from '../errors.ts';
import type { Condition } from '../query/condition.ts';
import { compileFilter, matcherOf } from '../query/match.ts';
import { plainAtPath } from '../query/path.ts';
import { clone, cloneFields } from './clone.ts';
import { stepOf, type UpdateMoment } from './operators.ts';
import { changeAtPath, type Positions } from './set-path.ts';
import { type Change, parseUpdate } from './update-tree.ts';

/** Computes the new document and leaves the old one unchanged. */
export type Update = (before: Document, moment: UpdateMoment) => Document;

export interface UpdateRequest {
  arrayFilters: Document[];
  /** Conditions of the statement's filter, for the positional "$". */
  conditions: readonly Condition[];
  /** Compiles a pipeline-style update. */
  pipeline: (stages: Document[]) => (document: Document) => Document;
}

export function compileUpdate(update: Value, request: UpdateRequest): Update {
  if (Array.isArray(update)) return pipelineUpdate(update, request);
  if (!isDocument(update)) throw new MongoError(9, 'Update argument must be either an object or an array');
  const first = Object.keys(update)[0];
  if (first?.startsWith('$')) return operatorUpdate(update, request);
  return replacement(update);
}

export function isReplacement(update: Value): boolean {
  return isDocument(update) && !Object.keys(update)[0]?.startsWith('$');
}

function immutableId(): MongoError {
  return new MongoError(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
}

function keepId(before: Document, after: Document): Document {
  const id = getField(before, '_id');
  if (id === undefined) return after;
  if (after._id !== undefined && !valuesEqual(after._id, id)) throw immutableId();
  const { _id, ...rest } = after;
  return { _id: after._id ?? id, ...rest };
}

function replacement(update: Document): Update {
  for (const name of Object.keys(update)) {
    if (name.startsWith('$'))
      throw badValue(`The dollar ($) prefixed field '${name}' is not valid in a replacement document`);
  }
  return (before) => {
    const id = getField(before, '_id');
    if (update._id !== undefined && id !== undefined && !valuesEqual(update._id, id)) {
      throw new MongoError(
        66,
        `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${String(update._id)}`,
      );
    }
    return keepId(before, clone(update));
  };
}

const pipelineStages = new Set(['$addFields', '$set', '$project', '$unset', '$replaceRoot', '$replaceWith']);

function pipelineUpdate(stages: Value[], request: UpdateRequest): Update {
  if (request.arrayFilters.length > 0)
    throw new MongoError(9, 'arrayFilters may not be specified for pipeline-syle updates');
  for (const stage of stages) {
    const name = isDocument(stage) ? (Object.keys(stage)[0] ?? '') : '';
    if (!pipelineStages.has(name)) {
      throw new MongoError(72, `${name} is not allowed to be used within an update`);
    }
  }
  const run = request.pipeline(stages as Document[]);
  return (before) => keepId(before, run(before));
}

function operatorUpdate(update: Document, request: UpdateRequest): Update {
  const changes = parseUpdate(update);
  const filters = compileArrayFilters(request.arrayFilters, changes);
  const written = new Set(changes.map(({ parts }) => parts[0]!));
  // Runs every operator once without effect, so that malformed operands are rejected even if no document matches.
  for (const change of changes)
    if (change.operator !== '$rename') stepOf(change, { now: new Date(0), isInsert: false });
  return (before, moment) => {
    const after = cloneFields(before, written);
    const positions: Positions = {
      filters,
      matched: (arrayPath) => matchedPosition(before, arrayPath, request.conditions),
    };
    for (const change of changes) apply(after, change, positions, moment);
    if (!moment.isInsert && !valuesEqual(before._id, after._id)) throw immutableId();
    return after;
  };
}

function apply(document: Document, change: Change, positions: Positions, moment: UpdateMoment): void {
  if (change.operator === '$rename') {
    rename(document, change, positions, moment);
    return;
  }
  const creates = !['$unset', '$pop', '$pull', '$pullAll'].includes(change.operator);
  if (change.operator === '$setOnInsert' && !moment.isInsert) return;
  const isStrict = creates || change.operator === '$pop';
  changeAtPath(document, change.parts, {
    path: change.path,
    positions,
    creates,
    isStrict,
    refusesDollar: !moment.isInsert,
    step: stepOf(change, moment),
  });
}

function rename(document: Document, change: Change, positions: Positions, moment: UpdateMoment): void {
  let moved: Maybe;
  const take = (value: Maybe) => {
    moved = value;
    return undefined;
  };
  changeAtPath(document, change.parts, { path: change.path, positions, creates: false, isStrict: false, step: take });
  if (moved === undefined) return;
  const target = change.operand as string;
  const put = () => moved;
  changeAtPath(document, target.split('.'), {
    path: target,
    positions,
    creates: true,
    isStrict: true,
    refusesDollar: !moment.isInsert,
    step: put,
  });
}

function compileArrayFilters(
  filters: Document[],
  changes: readonly Change[],
): Map<string, (element: Value) => boolean> {
  const compiled = new Map<string, (element: Value) => boolean>();
  for (const filter of filters) {
    const name = filterName(filter);
    if (compiled.has(name))
      throw new MongoError(9, `Found multiple array filters with the same top-level field name ${name}`);
    const isUsed = changes.some((change) => change.parts.includes(`$[${name}]`));
    if (!isUsed) throw new MongoError(9, `The array filter for identifier '${name}' was not used in the update`);
    const matches = matcherOf(compileFilter(filter));
    compiled.set(name, (element) => matches({ [name]: element }));
  }
  return compiled;
}

function filterName(filter: Document): string {
  const names = new Set(rootNames(filter));
  if (names.size !== 1) {
    throw new MongoError(
      9,
      `Error parsing array filter :: caused by :: Expected a single top-level field name, found ${[...names].join(', ') || 'none'}`,
    );
  }
  return [...names][0]!;
}

function rootNames(filter: Document): string[] {
  return Object.entries(filter).flatMap(([name, value]) => {
    if (!name.startsWith('$')) return [name.split('.')[0]!];
    return Array.isArray(value) ? value.flatMap((branch) => (isDocument(branch) ? rootNames(branch) : [])) : [];
  });
}

/** The first element that alone in the array still satisfies the filter's condition on that array. */
function matchedPosition(document: Document, arrayPath: string, conditions: readonly Condition[]): number | undefined {
  const parts = arrayPath.split('.');
  const array = plainAtPath(document, parts);
  if (!Array.isArray(array)) return undefined;
  const relevant = conditions.filter((c) => c.path === arrayPath || c.path?.startsWith(`${arrayPath}.`));
  const tested = relevant.length > 0 ? relevant : conditions.filter((condition) => condition.branches);
  if (tested.length === 0) return undefined;
  for (const [at, element] of array.entries()) {
    const narrowed = clone(document);
    const positions: Positions = { filters: new Map(), matched: () => undefined };
    changeAtPath(narrowed, parts, {
      path: arrayPath,
      positions,
      creates: false,
      isStrict: false,
      step: () => [element],
    });
    if (tested.some((condition) => condition.test(narrowed))) return at;
  }
  return undefined;
}
