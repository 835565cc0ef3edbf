import { roughSize } from '../bson/rough-size.ts';
import { type Document, isDocument, type Maybe, setField, type Value } from '../bson/values.ts';
import { MongoError, notSupported } from '../errors.ts';
import { compileExpression } from '../expression/compile.ts';
import { newScope } from '../expression/scope.ts';
import { presentAtPath } from '../query/path.ts';
import type { Chunks, PipelineContext, StageFactory } from './stage.ts';

interface Lookup {
  from: string;
  localField?: string;
  foreignField?: string;
  as: string;
  stages: Value[];
  let: Document;
}

function parse(operand: Value): Lookup {
  if (!isDocument(operand)) throw new MongoError(9, 'the $lookup specification must be an Object');
  const { from, localField, foreignField, as, pipeline, let: variables, ...rest } = operand;
  const [unknown] = Object.keys(rest);
  if (unknown) throw new MongoError(9, `unknown argument to $lookup: ${unknown}`);
  if (typeof from !== 'string') throw notSupported("$lookup without a collection in 'from'");
  if (typeof as !== 'string') throw new MongoError(9, "$lookup needs 'as'");
  if (
    (localField === undefined) !== (foreignField === undefined) ||
    (localField === undefined && !Array.isArray(pipeline))
  ) {
    throw new MongoError(
      9,
      "$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified",
    );
  }
  return {
    from,
    as,
    ...(localField !== undefined && { localField: String(localField), foreignField: String(foreignField) }),
    stages: Array.isArray(pipeline) ? pipeline : [],
    let: isDocument(variables) ? variables : {},
  };
}

/** The local values as a filter on the foreign field, so that the query can use its index. */
function filterFor(document: Document, lookup: Lookup): Document {
  if (lookup.localField === undefined) return {};
  const values = presentAtPath(document, lookup.localField.split('.'));
  if (values.length <= 1) return { [lookup.foreignField!]: { $eq: values[0] ?? null } };
  // $in rejects values that look like operators, so each of them is compared separately.
  const isPlain = (value: Value) => !isDocument(value) || !Object.keys(value)[0]?.startsWith('$');
  const plain = { [lookup.foreignField!]: { $in: values.filter(isPlain) } };
  const special = values
    .filter((value) => !isPlain(value))
    .map((value) => ({ [lookup.foreignField!]: { $eq: value } }));
  return special.length === 0 ? plain : { $or: [plain, ...special] };
}

export const lookupStage: StageFactory = (operand, context) => {
  const lookup = parse(operand);
  const variables = Object.entries(lookup.let).map(([name, value]) => [name, compileExpression(value)] as const);
  const run = (document: Document): Generator<Document[]> => {
    const scope = newScope(document, context.variables);
    const values = variables.map(([name, evaluate]) => [name, evaluate(scope)] as const);
    return joined(document, lookup, withVariables(context, values));
  };
  if (lookup.stages.length > 0)
    context.compile(
      lookup.stages,
      withVariables(
        context,
        variables.map(([name]) => [name, null] as const),
      ),
    );
  return function* (source) {
    for (const chunk of source) {
      for (const document of chunk) yield* run(document);
      yield [];
    }
  };
};

function withVariables(context: PipelineContext, values: Iterable<readonly [string, Maybe]>): PipelineContext {
  const variables = new Map([...context.variables, ...values]);
  const expression = (value: Value) => {
    const evaluate = compileExpression(value);
    return (document: Document) => evaluate(newScope(document, variables));
  };
  return { ...context, variables, match: { ...context.match, expression } };
}

/** Yields the document with its matches, and empty chunks along the way. */
function* joined(document: Document, lookup: Lookup, context: PipelineContext): Generator<Document[]> {
  const source = context.read(lookup.from, filterFor(document, lookup));
  const found: Document[] = [];
  let bytes = 0;
  for (const chunk of context.compile(lookup.stages, context)(source)) {
    for (const each of chunk) {
      const size = roughSize(each);
      context.memory.keep(size, '$lookup');
      bytes += size;
      found.push(each);
    }
    yield [];
  }
  yield [setNested(document, lookup.as.split('.'), found)];
  context.memory.release(bytes);
}

function setNested(document: Document, parts: readonly string[], value: Value): Document {
  const [head = '', ...rest] = parts;
  const copy = { ...document };
  const child = document[head];
  setField(copy, head, rest.length === 0 ? value : setNested(isDocument(child) ? child : {}, rest, value));
  return copy;
}

export const unionWithStage: StageFactory = (operand, context) => {
  const from = isDocument(operand) ? operand.coll : operand;
  if (typeof from !== 'string') throw notSupported("$unionWith without a collection in 'coll'");
  const stages = isDocument(operand) && Array.isArray(operand.pipeline) ? operand.pipeline : [];
  const run = context.compile(stages, context);
  return function* (source: Chunks) {
    yield* source;
    yield* run(context.read(from, {}));
  };
};
