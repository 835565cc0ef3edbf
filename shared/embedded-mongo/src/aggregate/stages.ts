import { inTurns } from '../allowance.ts';
import {
  type Document,
  getField,
  isDocument,
  isNumeric,
  type Maybe,
  setField,
  toNumber,
  type Value,
} from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import { compileMatcher } from '../query/match.ts';
import { compileSort } from '../query/sort.ts';
import { SortBuffer } from '../query/sort-buffer.ts';
import type { StageFactory } from './stage.ts';

export const matchStage: StageFactory = (operand, context) => {
  if (!isDocument(operand)) throw new MongoError(15959, 'the match filter must be an expression in an object');
  const matches = compileMatcher(operand, context.match);
  return function* (source) {
    for (const chunk of source) yield* inTurns(chunk, (document) => (matches(document) ? [document] : []));
  };
};

/** Assumed size of a document in the memory limit of a sort. Measuring it would cost as much as the sort. */
const assumedBytes = 500;

export const sortStage: StageFactory = (operand, context) => {
  if (!isDocument(operand) || Object.keys(operand).length === 0) {
    throw new MongoError(15976, '$sort stage must have at least one sort key');
  }
  const sorter = compileSort(operand, context.collation);
  return function* (source) {
    const buffer = new SortBuffer<Document>(sorter, Number.POSITIVE_INFINITY);
    for (const chunk of source) {
      for (const document of chunk) buffer.add(document, document, assumedBytes);
      yield [];
    }
    yield* buffer.finish();
  };
};

function amount(operand: Value, name: string, least: number): number {
  const number = toNumber(operand);
  if (!isNumeric(operand) || !Number.isInteger(number) || number < least) {
    throw new MongoError(
      least > 0 ? 15958 : 5107200,
      `invalid argument to ${name} stage: expected a ${least > 0 ? 'positive' : 'non-negative'} number`,
    );
  }
  return number;
}

export const limitStage: StageFactory = (operand) => {
  const limit = amount(operand, '$limit', 1);
  return function* (source) {
    let left = limit;
    for (const chunk of source) {
      yield chunk.length > left ? chunk.slice(0, left) : chunk;
      left -= chunk.length;
      if (left <= 0) return;
    }
  };
};

export const skipStage: StageFactory = (operand) => {
  const skip = amount(operand, '$skip', 0);
  return function* (source) {
    let left = skip;
    for (const chunk of source) {
      yield left > 0 ? chunk.slice(left) : chunk;
      left = Math.max(0, left - chunk.length);
    }
  };
};

export const unwindStage: StageFactory = (operand) => {
  const options: Document = isDocument(operand) ? operand : { path: operand };
  const { path, includeArrayIndex, preserveNullAndEmptyArrays } = options;
  if (typeof path !== 'string' || !path.startsWith('$') || path.length < 2) {
    throw new MongoError(28818, `path option to $unwind stage should be prefixed with a '$'`);
  }
  const parts = path.slice(1).split('.');
  const keepsEmpty = preserveNullAndEmptyArrays === true;
  const indexField = typeof includeArrayIndex === 'string' ? includeArrayIndex : undefined;
  return function* (source) {
    for (const chunk of source) {
      for (const document of chunk) yield* unwind(document, parts, indexField, keepsEmpty);
      yield [];
    }
  };
};

function* unwind(
  document: Document,
  parts: readonly string[],
  indexField: string | undefined,
  keepsEmpty: boolean,
): Generator<Document[]> {
  const value = parts.reduce<Maybe>((node, part) => (isDocument(node) ? getField(node, part) : undefined), document);
  const withIndex = (result: Document, at: Value) =>
    indexField ? replaceAt(result, indexField.split('.'), at) : result;
  if (Array.isArray(value) && value.length > 0) {
    let at = 0n;
    yield* inTurns(value, (element) => [withIndex(replaceAt(document, parts, element), at++)]);
  } else if (Array.isArray(value)) {
    if (keepsEmpty) yield [withIndex(replaceAt(document, parts, undefined), null)];
  } else if (keepsEmpty || (value !== undefined && value !== null)) {
    yield [withIndex(document, null)];
  }
}

function replaceAt(document: Document, parts: readonly string[], value: Maybe): Document {
  const [head = '', ...rest] = parts;
  const copy = { ...document };
  const child = getField(document, head);
  const next = rest.length === 0 ? value : replaceAt(isDocument(child) ? child : {}, rest, value);
  if (next === undefined) delete copy[head];
  else setField(copy, head, next);
  return copy;
}

export const countStage: StageFactory = (operand) => {
  if (typeof operand !== 'string' || operand === '' || operand.startsWith('$') || operand.includes('.')) {
    throw new MongoError(40156, 'the count field must be a non-empty string without "$" and "."');
  }
  return function* (source) {
    let count = 0;
    for (const chunk of source) {
      count += chunk.length;
      yield [];
    }
    if (count > 0) yield [{ [operand]: count }];
  };
};

export const sampleStage: StageFactory = (operand) => {
  const size = amount(isDocument(operand) ? operand.size! : 0, '$sample', 1);
  return function* (source) {
    const kept: Document[] = [];
    let seen = 0;
    for (const chunk of source) {
      for (const document of chunk) {
        const at = Math.floor(Math.random() * ++seen);
        if (kept.length < size) kept.push(document);
        else if (at < size) kept[at] = document;
      }
      yield [];
    }
    yield kept;
  };
};
