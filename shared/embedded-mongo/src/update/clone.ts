import { type Document, isDocument, setField, type Value } from '../bson/values.ts';

/** A copy whose documents and arrays may be changed; all other values are never changed and so are shared. */
export function clone<T extends Value>(value: T): T {
  if (Array.isArray(value)) return value.map(clone) as T;
  if (!isDocument(value)) return value;
  const copy: Document = {};
  for (const name in value) setField(copy, name, clone(value[name]!));
  return copy as T;
}
