import { identical } from '../bson/compare.ts';
import { typeName } from '../bson/type-names.ts';
import { type Document, getField, isDocument, type Maybe, setField, type Value } from '../bson/values.ts';
import { badValue, MongoError } from '../errors.ts';
import { isArrayIndex } from '../query/path.ts';

/** Array elements that the positional parts of a path refer to in this document. */
export interface Positions {
  /** Index of the element that the filter matched, for "$". */
  matched(arrayPath: string): number | undefined;
  /** Tests of the array filters, for "$[name]". */
  filters: Map<string, (element: Value) => boolean>;
}

/** Returns the new value of a field, or undefined to remove it. */
export type Step = (value: Maybe) => Maybe;

const arrayGrowthMax = 1_500_000;

interface Walk {
  path: string;
  step: Step;
  positions: Positions;
  /** True if the operator writes a value, so missing parents are created. */
  creates: boolean;
  /** True if a conflicting value in the path is an error. */
  isStrict: boolean;
  /**
   * True if new top-level field names cannot begin with a dollar sign. This applies to stored documents, not to
   * documents being created.
   */
  refusesDollar?: boolean;
}

/** True if the part refers to array elements. Any other part is a name, even one that begins with a dollar sign. */
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

/** Applies a step at a path, in place. The document must be the caller's own copy. */
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

/** Returns the child after the change, or undefined if it does not exist. */
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
