import { spend } from '../allowance.ts';
import type { Document, Maybe } from '../bson/values.ts';

const variableSteps = 2;

export type Variables = ReadonlyMap<string, Maybe>;

/** Context of an evaluation: the document and the current variables. */
export interface Scope {
  root: Document;
  variables: Variables;
}

export type Evaluate = (scope: Scope) => Maybe;

export function newScope(root: Document, variables: Variables): Scope {
  return { root, variables };
}

/** The cost of a new scope grows with its number of variables. */
export function withVariables(scope: Scope, added: Iterable<readonly [string, Maybe]>): Scope {
  spend(variableSteps * (1 + scope.variables.size));
  return { root: scope.root, variables: new Map([...scope.variables, ...added]) };
}
