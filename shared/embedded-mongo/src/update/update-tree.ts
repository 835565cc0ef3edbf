import { type Document, isDocument, type Value } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import { isArrayIndex } from '../query/path.ts';
import { isPositional } from './set-path.ts';

/** One change of one path: its operator and operand. */
export interface Change {
  operator: string;
  path: string;
  parts: readonly string[];
  operand: Value;
}

const operators = new Set([
  '$set',
  '$unset',
  '$inc',
  '$mul',
  '$min',
  '$max',
  '$rename',
  '$setOnInsert',
  '$currentDate',
  '$push',
  '$addToSet',
  '$pull',
  '$pullAll',
  '$pop',
  '$bit',
]);

/** All changes of an update in MongoDB's order: by path, with numbers ordered by value. */
export function parseUpdate(update: Document): Change[] {
  const changes: Change[] = [];
  for (const [operator, fields] of Object.entries(update)) {
    if (!operators.has(operator)) {
      throw new MongoError(
        9,
        `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    }
    if (!isDocument(fields)) {
      throw new MongoError(9, `Modifiers operate on fields but we found another type for ${operator}`);
    }
    for (const [path, operand] of Object.entries(fields)) {
      changes.push(parseChange(operator, path, operand));
      if (operator === '$rename') changes.push({ ...parseChange('$renamed', operand as string, null) });
    }
  }
  refuseConflicts(changes);
  return changes.filter((change) => change.operator !== '$renamed').sort(byPath);
}

function parseChange(operator: string, path: string, operand: Value): Change {
  if (operator === '$rename' && typeof operand !== 'string') {
    throw new MongoError(2, `The 'to' field for $rename must be a string: ${path}: ${String(operand)}`);
  }
  if (path === '') throw new MongoError(56, 'An empty update path is not valid.');
  const parts = path.split('.');
  if (parts.includes('')) {
    throw new MongoError(56, `The update path '${path}' contains an empty field name, which is not allowed.`);
  }
  if (isPositional(parts[0]!)) {
    throw new MongoError(2, `Cannot have positional (i.e. '$') element in the first position in path '${path}'`);
  }
  return { operator, path, parts, operand };
}

function refuseConflicts(changes: readonly Change[]): void {
  const paths = changes.map((change) => change.path);
  const seen = new Set<string>();
  for (const path of paths) {
    const parts = path.split('.');
    for (let length = 1; length < parts.length; length++) {
      const parent = parts.slice(0, length).join('.');
      if (paths.includes(parent)) throw conflict(path, parent);
    }
    if (seen.has(path)) throw conflict(path, path);
    seen.add(path);
  }
}

function conflict(path: string, at: string): MongoError {
  return new MongoError(40, `Updating the path '${path}' would create a conflict at '${at}'`);
}

function byPath(left: Change, right: Change): number {
  const length = Math.min(left.parts.length, right.parts.length);
  for (let at = 0; at < length; at++) {
    const a = left.parts[at]!;
    const b = right.parts[at]!;
    if (a === b) continue;
    if (isArrayIndex(a) && isArrayIndex(b)) return Number(a) - Number(b);
    return a < b ? -1 : 1;
  }
  return left.parts.length - right.parts.length;
}
