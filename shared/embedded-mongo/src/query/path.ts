import { type Document, getField, isDocument, type Maybe, type Value } from '../bson/values.ts';

export type Test = (value: Maybe) => boolean;

const arrayIndex = /^(0|[1-9]\d*)$/;

export function isArrayIndex(part: string): boolean {
  return arrayIndex.test(part);
}

/** True when any value that the path reaches passes; arrays on the way are walked, a missing field is tested as undefined. */
export function anyAtPath(node: Maybe, parts: readonly string[], depth: number, test: Test): boolean {
  if (depth === parts.length) return test(node);
  const part = parts[depth]!;
  if (Array.isArray(node)) return anyInArray(node, parts, depth, test);
  if (isDocument(node)) return anyAtPath(getField(node, part), parts, depth + 1, test);
  return test(undefined);
}

function anyInArray(node: Value[], parts: readonly string[], depth: number, test: Test): boolean {
  const part = parts[depth]!;
  if (isArrayIndex(part) && Number(part) < node.length) {
    if (anyAtPath(node[Number(part)], parts, depth + 1, test)) return true;
  }
  for (const element of node) {
    if (isDocument(element) && anyAtPath(element, parts, depth, test)) return true;
  }
  return false;
}

/** The test on the value itself and, for an array, on each element. */
export function onValueOrElements(test: Test): Test {
  return (value) => test(value) || (Array.isArray(value) && value.some(test));
}

/** The value at a path without walking arrays, for sort keys of plain documents and messages. */
export function plainAtPath(document: Document, parts: readonly string[]): Maybe {
  let node: Maybe = document;
  for (const part of parts) {
    if (Array.isArray(node)) {
      if (!isArrayIndex(part)) return undefined;
      node = node[Number(part)];
    } else if (isDocument(node)) {
      node = getField(node, part);
    } else {
      return undefined;
    }
  }
  return node;
}

/** Every value that an index or a sort sees at the path: elements of arrays one by one, undefined for missing. */
export function valuesAtPath(node: Maybe, parts: readonly string[], depth = 0): Maybe[] {
  if (depth === parts.length) {
    return Array.isArray(node) ? (node.length === 0 ? [undefined] : node) : [node === undefined ? null : node];
  }
  if (Array.isArray(node)) {
    const part = parts[depth]!;
    if (isArrayIndex(part) && Number(part) < node.length) return valuesAtPath(node[Number(part)], parts, depth + 1);
    const found = node.flatMap((element) => (isDocument(element) ? valuesAtPath(element, parts, depth) : [null]));
    return found.length === 0 ? [null] : found;
  }
  if (isDocument(node)) return valuesAtPath(getField(node, parts[depth]!), parts, depth + 1);
  return [null];
}
