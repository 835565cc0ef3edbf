import { typeName } from '../bson/type-names.ts';
import { type Document, isDocument, setField } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import type { Operator } from './operator.ts';

const mergeObjects: Operator = (operands) => {
  const result: Document = {};
  const sources = operands.length === 1 && Array.isArray(operands[0]) ? operands[0] : operands;
  for (const source of sources) {
    if (source === undefined || source === null) continue;
    if (!isDocument(source))
      throw new MongoError(40400, `$mergeObjects requires object inputs, but input is of type ${typeName(source)}`);
    for (const [name, value] of Object.entries(source)) setField(result, name, value);
  }
  return result;
};

const objectToArray: Operator = ([value]) => {
  if (value === undefined || value === null) return null;
  if (!isDocument(value))
    throw new MongoError(40390, `$objectToArray requires a document input, found: ${typeName(value)}`);
  return Object.entries(value).map(([k, v]) => ({ k, v }));
};

export const objectOperators: Record<string, Operator> = {
  $mergeObjects: mergeObjects,
  $objectToArray: objectToArray,
};
