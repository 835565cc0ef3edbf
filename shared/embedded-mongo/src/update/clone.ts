import { type Document, isDocument, setField, type Value } from '../bson/values.ts';

/** Returns a copy whose documents and arrays can be changed. Other values never change, so the copy shares them. */
export function clone<T extends Value>(value: T): T {
  if (Array.isArray(value)) return value.map(clone) as T;
  if (!isDocument(value)) return value;
  const copy: Document = {};
  for (const name in value) setField(copy, name, clone(value[name]!));
  return copy as T;
}

/** Copies a document together with its named fields. The other fields are shared with the original. */
export function cloneFields(document: Document, names: ReadonlySet<string>): Document {
  const copy: Document = {};
  for (const name in document) setField(copy, name, names.has(name) ? clone(document[name]!) : document[name]!);
  return copy;
}
