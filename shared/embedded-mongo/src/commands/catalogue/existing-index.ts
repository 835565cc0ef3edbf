import { valuesEqual } from '../../bson/compare.ts';
import type { Document } from '../../bson/values.ts';
import { MongoError } from '../../errors.ts';
import { keyText } from '../../planner/plan.ts';
import type { Collection } from '../../storage/collection.ts';

/** True if the index already exists. Rejects a different index with the same name or key. */
export function existsAlready(collection: Collection, specification: Document): boolean {
  const key = keyText(specification.key as Document);
  for (const { specification: other } of collection.indexes) {
    const isSameName = other.name === specification.name;
    const isSameKey = keyText(other.key as Document) === key && isSameFilter(other, specification);
    if (isSameKey && key === '_id:1') return true;
    if (isSameName && !isSameKey) {
      throw new MongoError(
        86,
        `An existing index has the same name as the requested index: ${String(specification.name)}`,
      );
    }
    if (isSameKey && !isSameName) {
      throw new MongoError(85, `Index already exists with a different name: ${String(other.name)}`);
    }
    if (isSameKey) {
      if (!hasSameOptions(other, specification)) {
        throw new MongoError(
          86,
          `An equivalent index already exists with the same name but different options: ${String(other.name)}`,
        );
      }
      return true;
    }
  }
  return false;
}

function isSameFilter(left: Document, right: Document): boolean {
  return valuesEqual(left.partialFilterExpression ?? null, right.partialFilterExpression ?? null);
}

function hasSameOptions(left: Document, right: Document): boolean {
  return ['unique', 'sparse', 'expireAfterSeconds'].every((name) =>
    valuesEqual(left[name] ?? null, right[name] ?? null),
  );
}
