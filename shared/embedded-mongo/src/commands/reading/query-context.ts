import { type Document, isDocument, type Maybe, type Value } from '../../bson/values.ts';
import { MongoError, notSupported } from '../../errors.ts';
import { compileExpression } from '../../expression/compile.ts';
import { newScope, type Variables } from '../../expression/scope.ts';
import { parseCollation } from '../../query/collation.ts';
import type { MatchContext } from '../../query/condition.ts';
import type { Call } from '../command.ts';

/** NOW, and the variables in the command's "let". */
export function variablesOf(call: Call, definitions: Maybe = call.body.let): Variables {
  const variables = new Map<string, Maybe>([['NOW', call.now]]);
  if (definitions === undefined || definitions === null) return variables;
  if (!isDocument(definitions)) throw new MongoError(14, "'let' must be an object");
  for (const [name, expression] of Object.entries(definitions)) {
    if (!/^[a-z_\u0080-\uffff]/.test(name))
      throw new MongoError(9, `'${name}' starts with an invalid character for a user variable name`);
    variables.set(name, compileExpression(expression)(newScope({}, variables)));
  }
  return variables;
}

export function matchContextOf(
  call: Call,
  collation: Maybe = call.body.collation,
): MatchContext & { variables: Variables } {
  const variables = variablesOf(call);
  const parsed = parseCollation(collation);
  return {
    variables,
    collation: parsed,
    expression: (expression: Value) => {
      if (parsed) throw notSupported('$expr with a collation');
      const evaluate = compileExpression(expression);
      return (document: Document) => evaluate(newScope(document, variables));
    },
  };
}
