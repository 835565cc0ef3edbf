import { spend } from '../allowance.ts';
import { type Document, getField, isDocument, type Maybe, type Value } from '../bson/values.ts';

export type Test = (value: Maybe) => boolean;

const arrayIndex = /^(0|[1-9]\d*)$/;

export function isArrayIndex(part: string): boolean {
  return arrayIndex.test(part);
}

/** A test at the end of a path. If `spreads` is set, it also tests each element of an array found there. */
export interface LeafTest {
  test: Test;
  spreads: boolean;
}

export function passesLeaf(leaf: LeafTest, value: Maybe): boolean {
  if (leaf.test(value)) return true;
  if (!leaf.spreads || !Array.isArray(value)) return false;
  spend(value.length);
  return value.some(leaf.test);
}

/**
 * True if any value that the path reaches passes. Arrays along the way are searched, and a missing field is tested as
 * undefined.
 */
export function anyAtPath(node: Maybe, parts: readonly string[], depth: number, leaf: LeafTest): boolean {
  if (depth === parts.length) return passesLeaf(leaf, node);
  const part = parts[depth]!;
  if (Array.isArray(node)) return anyInArray(node, parts, depth, leaf);
  if (isDocument(node)) return anyAtPath(getField(node, part), parts, depth + 1, leaf);
  return leaf.test(undefined);
}

/** Below a position, the path continues only into a document or an array. A scalar has no missing fields. */
function passesElement(element: Maybe, parts: readonly string[], depth: number, leaf: LeafTest): boolean {
  if (depth === parts.length) return leaf.test(element);
  return (isDocument(element) || Array.isArray(element)) && anyAtPath(element, parts, depth, leaf);
}

/** A position at the end of the path selects the element itself, whose own elements are not tested. */
function anyInArray(node: Value[], parts: readonly string[], depth: number, leaf: LeafTest): boolean {
  const part = parts[depth]!;
  if (isArrayIndex(part) && Number(part) < node.length) {
    if (passesElement(node[Number(part)], parts, depth + 1, leaf)) return true;
  }
  spend(node.length);
  for (const element of node) {
    if (isDocument(element) && anyAtPath(element, parts, depth, leaf)) return true;
  }
  return false;
}

export function hasValueAtPath(document: Document, parts: readonly string[]): boolean {
  return anyAtPath(document, parts, 0, { test: (value) => value !== undefined, spreads: false });
}

/** The value at a path without searching arrays, for sort keys of plain documents and for messages. */
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

/**
 * Every value that an index or a sort sees at the path. Arrays contribute their elements, and a missing value is
 * undefined.
 */
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

/** The existing values at the path. Arrays contribute their elements, and missing values are skipped. */
export function presentAtPath(node: Maybe, parts: readonly string[], depth = 0): Value[] {
  if (node === undefined) return [];
  if (depth === parts.length) return Array.isArray(node) ? node : [node];
  if (Array.isArray(node)) {
    const part = parts[depth]!;
    const named = isArrayIndex(part) ? presentAtPath(node[Number(part)], parts, depth + 1) : [];
    const below = node.flatMap((element) => (isDocument(element) ? presentAtPath(element, parts, depth) : []));
    return [...named, ...below];
  }
  return isDocument(node) ? presentAtPath(getField(node, parts[depth]!), parts, depth + 1) : [];
}
