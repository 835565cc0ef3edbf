import { sortSteps, spend } from '../allowance.ts';
import { compareValues } from '../bson/compare.ts';
import { type Document, isDocument, isTrue, type Maybe, toNumber, type Value } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import type { Form } from './operator.ts';
import { type Evaluate, withVariables } from './scope.ts';

function fieldsOf(
  operand: Value,
  name: string,
  required: readonly string[],
  optional: readonly string[] = [],
): Document {
  if (!isDocument(operand)) throw new MongoError(9, `${name} only supports an object as its argument`);
  for (const field of Object.keys(operand)) {
    if (!required.includes(field) && !optional.includes(field)) {
      throw new MongoError(9, `Unrecognized parameter to ${name}: ${field}`);
    }
  }
  for (const field of required) {
    if (operand[field] === undefined) throw new MongoError(9, `Missing '${field}' parameter to ${name}`);
  }
  return operand;
}

function arrayInput(value: Maybe, name: string): Value[] | null {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value)) throw new MongoError(16883, `input to ${name} must be an array`);
  spend(value.length);
  return value;
}

const cond: Form = (operand, compile, name) => {
  const parts = Array.isArray(operand)
    ? operand
    : ['if', 'then', 'else'].map((field) => fieldsOf(operand, name, ['if', 'then', 'else'])[field]!);
  if (parts.length !== 3) throw new MongoError(16020, 'Expression $cond takes exactly 3 arguments');
  const [condition, then, otherwise] = parts.map(compile) as [Evaluate, Evaluate, Evaluate];
  return (scope) => (isTrue(condition(scope)) ? then(scope) : otherwise(scope));
};

const switchForm: Form = (operand, compile, name) => {
  const fields = fieldsOf(operand, name, ['branches'], ['default']);
  if (!Array.isArray(fields.branches) || fields.branches.length === 0) {
    throw new MongoError(40068, '$switch requires at least one branch');
  }
  const branches = fields.branches.map((branch) => {
    const { case: condition, then } = fieldsOf(branch, name, ['case', 'then']);
    return { condition: compile(condition!), then: compile(then!) };
  });
  const otherwise = fields.default === undefined ? undefined : compile(fields.default);
  return (scope) => {
    for (const { condition, then } of branches) if (isTrue(condition(scope))) return then(scope);
    if (!otherwise)
      throw new MongoError(
        40066,
        '$switch could not find a matching branch for an input, and no default was specified.',
      );
    return otherwise(scope);
  };
};

const letForm: Form = (operand, compile, name) => {
  const fields = fieldsOf(operand, name, ['vars', 'in']);
  const variables = Object.entries(fields.vars as Document).map(([key, value]) => [key, compile(value)] as const);
  const body = compile(fields.in!);
  return (scope) =>
    body(
      withVariables(
        scope,
        variables.map(([key, evaluate]) => [key, evaluate(scope)] as const),
      ),
    );
};

const map: Form = (operand, compile, name) => {
  const fields = fieldsOf(operand, name, ['input', 'in'], ['as']);
  const input = compile(fields.input!);
  const body = compile(fields.in!);
  const as = (fields.as as string) ?? 'this';
  return (scope) => {
    const array = arrayInput(input(scope), name);
    return array?.map((element) => body(withVariables(scope, [[as, element]])) ?? null);
  };
};

const filter: Form = (operand, compile, name) => {
  const fields = fieldsOf(operand, name, ['input', 'cond'], ['as', 'limit']);
  const input = compile(fields.input!);
  const condition = compile(fields.cond!);
  const limit = fields.limit === undefined ? () => null : compile(fields.limit);
  const as = (fields.as as string) ?? 'this';
  return (scope) => {
    const array = arrayInput(input(scope), name);
    const kept = array?.filter((element) => isTrue(condition(withVariables(scope, [[as, element]]))));
    const most = limit(scope);
    return kept && most !== null && most !== undefined ? kept.slice(0, toNumber(most)) : kept;
  };
};

const reduce: Form = (operand, compile, name) => {
  const fields = fieldsOf(operand, name, ['input', 'initialValue', 'in']);
  const input = compile(fields.input!);
  const initial = compile(fields.initialValue!);
  const body = compile(fields.in!);
  return (scope) => {
    const array = arrayInput(input(scope), name);
    return array?.reduce<Maybe>(
      (value, element) =>
        body(
          withVariables(scope, [
            ['this', element],
            ['value', value],
          ]),
        ),
      initial(scope),
    );
  };
};

const ifNull: Form = (operand, compile) => {
  if (!Array.isArray(operand) || operand.length < 2)
    throw new MongoError(1257300, '$ifNull needs at least two arguments');
  const operands = operand.map(compile);
  return (scope) => {
    for (const evaluate of operands.slice(0, -1)) {
      const value = evaluate(scope);
      if (value !== undefined && value !== null) return value;
    }
    return operands.at(-1)!(scope);
  };
};

function logical(isAnd: boolean): Form {
  return (operand, compile) => {
    const operands = (Array.isArray(operand) ? operand : [operand]).map(compile);
    const test = (evaluate: Evaluate) => (scope: Parameters<Evaluate>[0]) => isTrue(evaluate(scope));
    const tests = operands.map(test);
    return isAnd ? (scope) => tests.every((each) => each(scope)) : (scope) => tests.some((each) => each(scope));
  };
}

const getField: Form = (operand, compile, name) => {
  const fields =
    isDocument(operand) && 'field' in operand ? fieldsOf(operand, name, ['field'], ['input']) : { field: operand };
  const field = compile(fields.field!);
  const input = fields.input === undefined ? undefined : compile(fields.input);
  return (scope) => {
    const source = input ? input(scope) : scope.root;
    const key = field(scope);
    return isDocument(source) && typeof key === 'string' && Object.hasOwn(source, key) ? source[key] : undefined;
  };
};

const sortArray: Form = (operand, compile, name) => {
  const fields = fieldsOf(operand, name, ['input', 'sortBy']);
  const input = compile(fields.input!);
  const order = elementOrder(fields.sortBy!);
  return (scope) => {
    const array = arrayInput(input(scope), name);
    spend(sortSteps * (array?.length ?? 0));
    return array?.toSorted(order) ?? null;
  };
};

function elementOrder(sortBy: Value): (left: Value, right: Value) => number {
  if (!isDocument(sortBy)) return (left, right) => compareValues(left, right) * toNumber(sortBy);
  const fields = Object.entries(sortBy).map(([path, direction]) => [path.split('.'), toNumber(direction)] as const);
  const at = (value: Value, parts: readonly string[]) =>
    parts.reduce<Maybe>((node, part) => (isDocument(node) ? node[part] : undefined), value) ?? null;
  return (left, right) => {
    for (const [parts, direction] of fields) {
      const order = compareValues(at(left, parts), at(right, parts));
      if (order !== 0) return order * direction;
    }
    return 0;
  };
}

export const specialForms: Record<string, Form> = {
  $literal: (operand) => () => operand,
  $const: (operand) => () => operand,
  $expr: (operand, compile) => compile(operand),
  $cond: cond,
  $switch: switchForm,
  $let: letForm,
  $map: map,
  $filter: filter,
  $reduce: reduce,
  $ifNull: ifNull,
  $and: logical(true),
  $or: logical(false),
  $getField: getField,
  $sortArray: sortArray,
};
