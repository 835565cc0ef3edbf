import { encodeCompound } from '../bson/key-encoding.ts';
import { type Document, getField, isDocument, type Maybe, type Value } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import { hasValueAtPath, isArrayIndex, valuesAtPath } from '../query/path.ts';
import type { Index } from './index-definition.ts';

/** The keys of one document in one index, and the index fields that passed through an array. */
export interface DocumentKeys {
  keys: Buffer[];
  multikey: number;
}

const none: DocumentKeys = { keys: [], multikey: 0 };

export function keysOf(index: Index, document: Document): DocumentKeys {
  if (index.partial && !index.partial(document)) return none;
  if (index.isSparse && !index.fields.some((field) => hasValueAtPath(document, field.parts))) {
    return none;
  }
  const plain = plainValues(index, document);
  if (plain) return { keys: [encodeCompound(plain, index.directions)], multikey: 0 };
  return multikeys(index, document);
}

/** The usual case: no arrays on any path. Undefined if there is one. */
function plainValues(index: Index, document: Document): Maybe[] | undefined {
  const values: Maybe[] = [];
  for (const { parts } of index.fields) {
    let node: Maybe = document;
    for (const part of parts) {
      node = isDocument(node) ? getField(node, part) : undefined;
      if (Array.isArray(node)) return undefined;
    }
    values.push(node ?? null);
  }
  return values;
}

function multikeys(index: Index, document: Document): DocumentKeys {
  const flags = { multikey: 0 };
  const paths = index.fields.map((field, at) => ({ at, parts: field.parts }));
  const tuples = expandDocument(document, paths, flags);
  const unique = new Map<string, Buffer>();
  for (const tuple of tuples) {
    const values = index.fields.map((_field, at) => (tuple.has(at) ? tuple.get(at) : null));
    const key = encodeCompound(values, index.directions);
    unique.set(key.toString('latin1'), key);
  }
  return { keys: [...unique.values()], multikey: flags.multikey };
}

interface Path {
  at: number;
  parts: readonly string[];
}

type Tuple = Map<number, Maybe>;

/** Fields below one array come from the same element. Two parallel arrays cannot be indexed together. */
function expandDocument(node: Document, paths: Path[], flags: { multikey: number }): Tuple[] {
  let tuples: Tuple[] = [new Map()];
  let expanded: string | undefined;
  for (const [head, group] of Map.groupBy(paths, (path) => path.parts[0]!)) {
    const value = getField(node, head);
    const found = expandValue(value, group, flags);
    if (Array.isArray(value)) {
      if (expanded !== undefined) throw new MongoError(171, `cannot index parallel arrays [${head}] [${expanded}]`);
      expanded = head;
    }
    tuples = tuples.flatMap((left) => found.map((right) => new Map([...left, ...right])));
  }
  return tuples;
}

function expandValue(value: Maybe, group: Path[], flags: { multikey: number }): Tuple[] {
  const ending = group.filter((path) => path.parts.length === 1);
  const deeper = group
    .filter((path) => path.parts.length > 1)
    .map((path) => ({ at: path.at, parts: path.parts.slice(1) }));
  if (!Array.isArray(value)) return combine(value ?? null, ending, deeper, flags);
  if (
    ending.length === 0 &&
    deeper.every((path) => isArrayIndex(path.parts[0]!) && Number(path.parts[0]) < value.length)
  ) {
    return expandDocument(Object.fromEntries(value.entries()), deeper, flags);
  }
  for (const path of group) flags.multikey |= 1 << path.at;
  if (value.length === 0) return combine(undefined, ending, deeper, flags);
  return value.flatMap((element) => combine(element, ending, deeper, flags));
}

function combine(value: Maybe, ending: Path[], deeper: Path[], flags: { multikey: number }): Tuple[] {
  const base: Tuple = new Map(ending.map((path) => [path.at, value]));
  if (deeper.length === 0) return [base];
  if (!isDocument(value)) {
    for (const path of deeper) base.set(path.at, null);
    return [base];
  }
  return expandDocument(value, deeper, flags).map((tuple) => new Map([...base, ...tuple]));
}

/** keyPattern and keyValue, as reported in a duplicate key error. */
export function keyValueOf(index: Index, document: Document): Document {
  const values = plainValues(index, document);
  return Object.fromEntries(
    index.fields.map((field, at) => [field.path, (values?.[at] ?? firstValue(document, field.parts)) as Value]),
  );
}

function firstValue(document: Document, parts: readonly string[]): Value {
  const [first] = valuesAtPath(document, parts);
  return first ?? null;
}
