import { spend } from '../allowance.ts';
import { type Document, getField, isDocument, type Maybe, setField, type Value } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import { arithmeticOperators } from './arithmetic-operators.ts';
import { arrayOperators } from './array-operators.ts';
import { comparisonOperators } from './comparison-operators.ts';
import { mingoOperator } from './mingo-operators.ts';
import { objectOperators } from './object-operators.ts';
import type { Operator } from './operator.ts';
import { regexForms } from './regex-operators.ts';
import type { Evaluate, Scope } from './scope.ts';
import { specialForms } from './special-forms.ts';
import { stringOperators } from './string-operators.ts';
import { typeOperators } from './type-operators.ts';
import { valueForms, valueOperators } from './value-operators.ts';

const operatorSteps = 4;

const operators: Record<string, Operator> = {
  ...arithmeticOperators,
  ...comparisonOperators,
  ...arrayOperators,
  ...objectOperators,
  ...stringOperators,
  ...typeOperators,
  ...valueOperators,
};

/** Compiles an aggregation expression into a function. Reports errors in the expression here, not once per document. */
export function compileExpression(expression: Value): Evaluate {
  if (typeof expression === 'string' && expression.startsWith('$')) return compilePath(expression);
  if (Array.isArray(expression)) {
    const elements = expression.map(compileExpression);
    return (scope) => {
      spend(elements.length);
      return elements.map((element) => element(scope) ?? null);
    };
  }
  if (!isDocument(expression)) return () => expression;
  const [name] = Object.keys(expression);
  if (name?.startsWith('$')) return compileOperator(expression, name);
  return compileObject(expression);
}

function compileObject(expression: Document): Evaluate {
  const fields = Object.entries(expression).map(([name, value]) => {
    if (name.startsWith('$'))
      throw new MongoError(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
    return [name, compileExpression(value)] as const;
  });
  return (scope) => {
    const result: Document = {};
    spend(fields.length);
    for (const [name, evaluate] of fields) {
      const value = evaluate(scope);
      if (value !== undefined) setField(result, name, value);
    }
    return result;
  };
}

function compileOperator(expression: Document, name: string): Evaluate {
  if (Object.keys(expression).length !== 1) {
    throw new MongoError(
      15983,
      `an expression specification must contain exactly one field, the name of the expression. Found ${Object.keys(expression).length} fields`,
    );
  }
  const operand = expression[name]!;
  const form = specialForms[name] ?? valueForms[name] ?? regexForms[name];
  if (form) return counted(form(operand, compileExpression, name));
  const operator = operators[name];
  if (!operator) return counted(mingoOperator(name, operand, compileExpression));
  const operands = (Array.isArray(operand) ? operand : [operand]).map(compileExpression);
  return (scope) => {
    spend(operatorSteps);
    return operator(
      operands.map((evaluate) => evaluate(scope)),
      name,
    );
  };
}

function counted(evaluate: Evaluate): Evaluate {
  return (scope) => {
    spend(operatorSteps);
    return evaluate(scope);
  };
}

const systemVariables = new Set(['ROOT', 'CURRENT', 'REMOVE', 'NOW', 'CLUSTER_TIME', 'DESCEND', 'PRUNE', 'KEEP']);

function compilePath(expression: string): Evaluate {
  if (!expression.startsWith('$$')) return fieldPath(expression.slice(1).split('.'), (scope) => scope.root, expression);
  const [name = '', ...rest] = expression.slice(2).split('.');
  return fieldPath(rest, variable(name), expression);
}

function variable(name: string): Evaluate {
  if (name === 'ROOT' || name === 'CURRENT') return (scope) => scope.root;
  if (name === 'REMOVE') return () => undefined;
  if (name === 'DESCEND' || name === 'PRUNE' || name === 'KEEP') return () => `$$${name}`;
  if (name === 'CLUSTER_TIME' || name === 'USER_ROLES')
    throw new MongoError(238, `$$${name} is not supported by embedded-mongo`);
  return (scope) => {
    if (!scope.variables.has(name) && !systemVariables.has(name)) {
      throw new MongoError(17276, `Use of undefined variable: ${name}`);
    }
    return scope.variables.get(name);
  };
}

function fieldPath(parts: readonly string[], start: Evaluate, shown: string): Evaluate {
  if (parts.includes('')) throw new MongoError(15998, `FieldPath field names may not be empty strings: ${shown}`);
  if (parts.length === 0) return start;
  if (parts.some((part) => part.startsWith('$')))
    throw new MongoError(16410, `FieldPath field names may not start with '$': ${shown}`);
  return (scope: Scope) => valueAt(start(scope), parts, 0);
}

/**
 * Resolves a path as expressions do: an array of documents yields an array of the existing values, never a position.
 */
export function valueAt(node: Maybe, parts: readonly string[], depth: number): Maybe {
  if (depth === parts.length) return node;
  if (Array.isArray(node)) {
    const found: Value[] = [];
    spend(node.length);
    for (const element of node) {
      const value = isDocument(element) ? valueAt(element, parts, depth) : undefined;
      if (value !== undefined) found.push(value);
    }
    return found;
  }
  return isDocument(node) ? valueAt(getField(node, parts[depth]!), parts, depth + 1) : undefined;
}
