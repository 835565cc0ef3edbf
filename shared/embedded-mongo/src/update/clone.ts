import { type Document, isDocument, setField, type Value } from '../bson/values.ts';

/** A copy whose documents and arrays may be changed; all other values are never changed and so are shared. */
export function clone<T extends Value>(value: T): T {
  if (Array.isArray(value)) return value.map(clone) as T;
  if (!isDocument(value)) return value;
  const copy: Document = {};
  for (const name in value) setField(copy, name, clone(value[name]!));
  return copy as T;
}

/** A document of its own whose named fields are its own, too; the others are shared with the one it is made from. */
export function cloneFields(document: Document, names: ReadonlySet<string>): Document {
  const copy: Document = {};
  for (const name in document) setField(copy, name, names.has(name) ? clone(document[name]!) : document[name]!);
  return copy;
}
