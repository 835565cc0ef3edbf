import { type Document, isDocument, type Value } from '../bson/values.ts';
import { MongoError, notSupported } from '../errors.ts';
import type { PipelineContext, StageFactory } from './stage.ts';

function targetOf(operand: Value, context: PipelineContext): [string, string] {
  if (typeof operand === 'string') return [context.database, operand];
  if (isDocument(operand) && typeof operand.coll === 'string') {
    return [typeof operand.db === 'string' ? operand.db : context.database, operand.coll];
  }
  throw new MongoError(9, 'the target must be a collection name or {db, coll}');
}

/** Computes everything first, then replaces the target in one step. */
export const outStage: StageFactory = (operand, context) => {
  if (isDocument(operand) && operand.timeseries !== undefined) throw notSupported('$out into a time series');
  const [database, collection] = targetOf(operand, context);
  return function* (source) {
    const all: Document[] = [];
    for (const chunk of source) {
      all.push(...chunk);
      yield [];
    }
    context.write.replaceCollection(database, collection, all);
  };
};

const mergeOptions = ['into', 'on', 'let', 'whenMatched', 'whenNotMatched'];

export const mergeStage: StageFactory = (operand, context) => {
  const options: Document = isDocument(operand) && operand.into !== undefined ? operand : { into: operand };
  const unknown = Object.keys(options).find((name) => !mergeOptions.includes(name));
  if (unknown) throw new MongoError(40415, `BSON field '$merge.${unknown}' is an unknown field.`);
  if (Array.isArray(options.whenMatched)) throw notSupported('$merge with a pipeline in whenMatched');
  if (options.let !== undefined) throw notSupported('$merge with let');
  const [database, collection] = targetOf(options.into!, context);
  return function* (source) {
    for (const chunk of source) {
      for (const document of chunk) context.write.merge(database, collection, document, options);
      yield [];
    }
  };
};
