import { spend } from '../allowance.ts';
import type { Document, Maybe } from '../bson/values.ts';

const variableSteps = 2;

export type Variables = ReadonlyMap<string, Maybe>;

/** Where an expression is evaluated: the document, and the variables in force. */
export interface Scope {
  root: Document;
  variables: Variables;
}

export type Evaluate = (scope: Scope) => Maybe;

export function newScope(root: Document, variables: Variables): Scope {
  return { root, variables };
}

/** A scope costs as much as it has variables. */
export function withVariables(scope: Scope, added: Iterable<readonly [string, Maybe]>): Scope {
  spend(variableSteps * (1 + scope.variables.size));
  return { root: scope.root, variables: new Map([...scope.variables, ...added]) };
}
