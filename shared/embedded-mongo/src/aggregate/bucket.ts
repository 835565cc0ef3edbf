import { compareValues } from '../bson/compare.ts';
import { type Document, isDocument, type Value } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import { compileExpression } from '../expression/compile.ts';
import { newScope } from '../expression/scope.ts';
import { groupStage } from './group.ts';
import type { Chunks, StageFactory } from './stage.ts';
import { sortStage } from './stages.ts';

export const bucketStage: StageFactory = (operand, context, name) => {
  if (
    !isDocument(operand) ||
    !Array.isArray(operand.boundaries) ||
    operand.boundaries.length < 2 ||
    operand.groupBy === undefined
  ) {
    throw new MongoError(40198, "$bucket requires 'groupBy' and at least two 'boundaries'");
  }
  const boundaries = operand.boundaries.map(
    (boundary) => compileExpression(boundary)(newScope({}, context.variables)) ?? null,
  );
  const by = compileExpression(operand.groupBy);
  const inner = { _id: '$bucket', ...((operand.output as Document) ?? { count: { $sum: 1 } }) };
  const group = groupStage(unnest(inner), context, name);
  const otherwise = operand.default;
  const place = (document: Document): Document => {
    const value = by(newScope(document, context.variables));
    const at = boundaries.findLastIndex((boundary) => compareValues(boundary, value ?? null) <= 0);
    if (at >= 0 && at < boundaries.length - 1) return { bucket: boundaries[at]!, document };
    if (otherwise === undefined)
      throw new MongoError(40066, '$bucket found a value outside of its boundaries and has no default');
    return { bucket: otherwise, document };
  };
  const sort = sortStage({ _id: 1 }, context, name);
  return (source) => sort(group(placed(source, place)));
};

function* placed(source: Chunks, place: (document: Document) => Document): Generator<Document[]> {
  for (const chunk of source) yield chunk.map(place);
}

/** The accumulators of a bucket refer to fields of the document, which is one level deeper here. */
function unnest(output: Document): Document {
  const deepen = (value: Value): Value => {
    if (typeof value === 'string' && value.startsWith('$') && !value.startsWith('$$'))
      return `$document.${value.slice(1)}`;
    if (typeof value === 'string' && value.startsWith('$$ROOT')) return value.replace('$$ROOT', '$document');
    if (Array.isArray(value)) return value.map(deepen);
    if (isDocument(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, name === '$literal' ? inner : deepen(inner)]),
      );
    return value;
  };
  const { _id, ...rest } = output;
  return { _id: _id!, ...(deepen(rest) as Document) };
}
