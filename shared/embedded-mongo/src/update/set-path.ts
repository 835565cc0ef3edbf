import { identical } from '../bson/compare.ts';
import { typeName } from '../bson/type-names.ts';
import { type Document, getField, isDocument, type Maybe, setField, type Value } from '../bson/values.ts';
import { badValue, MongoError } from '../errors.ts';
import { isArrayIndex } from '../query/path.ts';

/** What positional parts of a path stand for in this document. */
export interface Positions {
  /** The element that the filter matched, for "$". */
  matched(arrayPath: string): number | undefined;
  /** The test of an array filter, for "$[name]". */
  filters: Map<string, (element: Value) => boolean>;
}

/** The new value of a field, undefined to remove it; `isMissing` tells a missing field from any value. */
export type Step = (value: Maybe) => Maybe;

const arrayGrowthMax = 1_500_000;

interface Walk {
  path: string;
  step: Step;
  positions: Positions;
  /** Missing parents are made only where the operator writes something. */
  creates: boolean;
  /** A value in the way is an error. */
  isStrict: boolean;
  /** A stored document gets no new field of its own whose name begins with a dollar; one that is being made may. */
  refusesDollar?: boolean;
}

/** Stands for elements of an array; any other part is a name, with a dollar in front or not. */
export function isPositional(part: string): boolean {
  return part === '$' || part.startsWith('$[');
}

function dollarPrefixed(part: string, path: string): MongoError {
  return new MongoError(
    52,
    `The dollar ($) prefixed field '${part}' in '${path}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
  );
}

function notMatched(): MongoError {
  return badValue('The positional operator did not find the match needed from the query.');
}

function notAnArray(parts: readonly string[], depth: number): MongoError {
  return badValue(`Cannot apply array updates to non-array element ${parts.slice(0, depth).join('.')}`);
}

/** Applies a step at a path, in place. The document must be a copy of the caller's own. */
export function changeAtPath(document: Document, parts: readonly string[], walk: Walk): void {
  const [first] = parts as [string];
  const before = walk.refusesDollar && first.startsWith('$') ? getField(document, first) : undefined;
  changeInDocument(document, parts, 0, walk);
  if (!walk.refusesDollar || !first.startsWith('$')) return;
  const after = getField(document, first);
  const isWritten = parts.length === 1 ? !identical(before, after) : before === undefined;
  if (after !== undefined && isWritten) throw dollarPrefixed(first, walk.path);
}

function changeInDocument(node: Document, parts: readonly string[], depth: number, walk: Walk): void {
  const part = parts[depth]!;
  if (part === '$') throw notMatched();
  if (part.startsWith('$[')) throw notAnArray(parts, depth);
  const child = getField(node, part);
  const next = changeChild(child, parts, depth, walk);
  if (next === undefined) {
    if (child !== undefined) delete node[part];
  } else {
    setField(node, part, next);
  }
}

/** The child after the change, undefined when there is (still) none. */
function changeChild(child: Maybe, parts: readonly string[], depth: number, walk: Walk): Maybe {
  if (depth === parts.length - 1) return walk.step(child);
  if (Array.isArray(child)) {
    changeInArray(child, parts, depth + 1, walk);
    return child;
  }
  if (isDocument(child)) {
    changeInDocument(child, parts, depth + 1, walk);
    return child;
  }
  const next = parts[depth + 1]!;
  if (child !== undefined && next === '$') throw notMatched();
  if (child !== undefined && next.startsWith('$[')) throw notAnArray(parts, depth + 1);
  if (child !== undefined && walk.isStrict) {
    const shown = `{${parts[depth]}: ${child === null ? 'null' : String(child)}}`;
    throw new MongoError(28, `Cannot create field '${parts[depth + 1]}' in element ${shown}`);
  }
  if (child !== undefined || !walk.creates) return child;
  return createBelow(parts, depth, walk);
}

function createBelow(parts: readonly string[], depth: number, walk: Walk): Maybe {
  if (isPositional(parts[depth + 1]!)) {
    throw badValue(
      `The path '${parts.slice(0, depth + 1).join('.')}' must exist in the document in order to apply array updates.`,
    );
  }
  const created: Document = {};
  changeInDocument(created, parts, depth + 1, walk);
  return Object.keys(created).length === 0 ? undefined : created;
}

function changeInArray(array: Value[], parts: readonly string[], depth: number, walk: Walk): void {
  const part = parts[depth]!;
  for (const at of positionsIn(array, parts, depth, walk)) {
    if (at - array.length >= arrayGrowthMax) throw badValue(`cannot grow the array to index ${at}`);
    const next = changeChild(array[at], parts, depth, walk);
    if (next === undefined && at >= array.length) continue;
    while (array.length < at) array.push(null);
    array[at] = next ?? null;
  }
  if (part.length > 10 && isArrayIndex(part)) throw badValue(`array index ${part} is too large`);
}

function positionsIn(array: Value[], parts: readonly string[], depth: number, walk: Walk): number[] {
  const part = parts[depth]!;
  const arrayPath = parts.slice(0, depth).join('.');
  if (part === '$') {
    const at = walk.positions.matched(arrayPath);
    if (at === undefined) throw notMatched();
    return [at];
  }
  if (part === '$[]') return [...array.keys()];
  if (part.startsWith('$[')) {
    const filter = walk.positions.filters.get(part.slice(2, -1));
    if (!filter) throw badValue(`No array filter found for identifier '${part.slice(2, -1)}' in path '${walk.path}'`);
    return [...array.keys()].filter((at) => filter(array[at]!));
  }
  if (isArrayIndex(part)) return [Number(part)];
  if (!walk.isStrict) return [];
  throw new MongoError(28, `Cannot create field '${part}' in element {${parts[depth - 1]}: ${typeName(array)}}`);
}
