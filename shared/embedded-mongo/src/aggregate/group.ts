import { inTurns, isTurnOver } from '../allowance.ts';
import { encodeValue } from '../bson/key-encoding.ts';
import { type Document, isDocument, type Maybe, setField, type Value } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import { compileExpression } from '../expression/compile.ts';
import { type Evaluate, newScope } from '../expression/scope.ts';
import type { Accumulator } from './accumulator.ts';
import { compileAccumulator } from './accumulators.ts';
import type { StageFactory } from './stage.ts';

/** Memory of a group besides its key and its accumulated values, in bytes. */
const groupBytes = 200;

interface Group {
  id: Value;
  accumulators: Accumulator[];
}

/** Equal IDs have equal keys, whatever their numeric type. Missing and null form one group. */
function keyOf(id: Value): string {
  return typeof id === 'string' ? `s${id}` : encodeValue(id).toString('latin1');
}

export const groupStage: StageFactory = (operand, context) => {
  if (!isDocument(operand)) throw new MongoError(15947, "a group's fields must be specified in an object");
  if (operand._id === undefined) throw new MongoError(15955, 'a group specification must include an _id');
  const evaluateId: Evaluate = compileExpression(operand._id);
  const fields = Object.entries(operand)
    .filter(([name]) => name !== '_id')
    .map(([name, value]) => {
      if (name.includes('.')) throw new MongoError(40235, `The field name '${name}' cannot contain '.'`);
      return [name, compileAccumulator(name, value)] as const;
    });
  const { memory } = context;
  return function* (source) {
    const groups = new Map<string, Group>();
    for (const chunk of source) {
      for (const document of chunk) {
        const scope = newScope(document, context.variables);
        const id: Maybe = evaluateId(scope);
        const key = keyOf(id ?? null);
        let group = groups.get(key);
        if (!group) {
          group = { id: id ?? null, accumulators: fields.map(([, make]) => make(context.variables)) };
          groups.set(key, group);
          memory.keep(groupBytes + 2 * key.length, '$group');
        }
        for (const accumulator of group.accumulators) memory.keep(accumulator.add(scope), '$group');
        if (isTurnOver()) yield [];
      }
      yield [];
    }
    const names = fields.map(([name]) => name);
    yield* inTurns([...groups.values()], (group) => [finish(group, names)]);
  };
};

function finish(group: Group, names: readonly string[]): Document {
  const result: Document = { _id: group.id };
  for (const [at, name] of names.entries()) setField(result, name, group.accumulators[at]!.result());
  return result;
}
