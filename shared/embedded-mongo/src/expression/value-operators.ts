import { sortSteps, spend } from '../allowance.ts';
import { compareValues } from '../bson/compare.ts';
import { typeName } from '../bson/type-names.ts';
import { type Document, isDocument, isInt32, type Maybe, setField, toNumber, type Value } from '../bson/values.ts';
import { MongoError, notSupported } from '../errors.ts';
import type { Compile, Form, Operator } from './operator.ts';

/** Operators that pass on values unchanged. Their operands are fields of one object. */
function withFields(
  required: readonly string[],
  optional: readonly string[],
  run: (fields: Record<string, Maybe>, name: string) => Maybe,
): Form {
  return (operand: Value, compile: Compile, name: string) => {
    if (!isDocument(operand)) throw new MongoError(9, `${name} only supports an object as its argument`);
    const unknown = Object.keys(operand).find((field) => !required.includes(field) && !optional.includes(field));
    if (unknown) throw new MongoError(9, `Unrecognized parameter to ${name}: ${unknown}`);
    const missing = required.find((field) => operand[field] === undefined);
    if (missing) throw new MongoError(9, `Missing '${missing}' parameter to ${name}`);
    const compiled = Object.entries(operand).map(([field, value]) => [field, compile(value)] as const);
    return (scope) => run(Object.fromEntries(compiled.map(([field, evaluate]) => [field, evaluate(scope)])), name);
  };
}

function counted(pick: (values: Value[], n: number) => Value[]): Form {
  return withFields(['n', 'input'], [], ({ n, input }, name) => {
    if (!Array.isArray(input)) throw new MongoError(5788200, `${name} needs an array as its input`);
    const count = toNumber(n);
    if (!Number.isInteger(count) || count < 1) throw new MongoError(5787903, `'n' must be greater than 0 for ${name}`);
    return pick(input, count);
  });
}

function extremes(sign: number): Form {
  const present = (values: Value[]) => values.filter((value) => value !== null);
  return counted((values, n) => {
    spend(sortSteps * values.length);
    return present(values)
      .sort((left, right) => compareValues(left, right) * sign)
      .slice(0, n);
  });
}

const zip = withFields(['inputs'], ['useLongestLength', 'defaults'], ({ inputs, useLongestLength, defaults }) => {
  if (!Array.isArray(inputs)) throw new MongoError(34461, 'inputs must be an array of expressions for $zip');
  if (inputs.some((input) => input === null)) return null;
  if (!inputs.every((input) => Array.isArray(input))) throw new MongoError(34468, '$zip found a non-array expression');
  const lists = inputs as Value[][];
  const lengths = lists.map((list) => list.length);
  const length = useLongestLength === true ? Math.max(...lengths) : Math.min(...lengths);
  const fill = Array.isArray(defaults) ? defaults : [];
  return Array.from({ length }, (_entry, at) => lists.map((list, which) => list[at] ?? fill[which] ?? null));
});

function changeField({ field, input, value }: Record<string, Maybe>, name: string): Maybe {
  if (input === null || input === undefined) return null;
  if (!isDocument(input)) throw new MongoError(4161105, `${name} requires 'input' to evaluate to type Object`);
  if (typeof field !== 'string') throw new MongoError(4161106, `${name} requires 'field' to be a string`);
  const copy: Document = { ...input };
  if (value === undefined) delete copy[field];
  else setField(copy, field, value);
  return copy;
}

export const valueForms: Record<string, Form> = {
  $firstN: counted((values, n) => values.slice(0, n)),
  $lastN: counted((values, n) => values.slice(-n)),
  $minN: extremes(1),
  $maxN: extremes(-1),
  $zip: zip,
  $setField: withFields(['field', 'input'], ['value'], changeField),
  $unsetField: withFields(['field', 'input'], [], changeField),
};

function isWhole(value: Maybe): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && isInt32(value));
}

/** Uses 32 bits while all operands are int32, or else 64. */
function bitwise(start: bigint, combine: (left: bigint, right: bigint) => bigint): Operator {
  return (operands, name) => {
    if (operands.some((operand) => operand === null || operand === undefined)) return null;
    const wrong = operands.find((operand) => !isWhole(operand));
    if (wrong !== undefined)
      throw new MongoError(14, `${name} only supports int and long operands, not ${typeName(wrong)}`);
    const result = (operands as (number | bigint)[]).map(BigInt).reduce(combine, start);
    return operands.some((operand) => typeof operand === 'bigint') ? result : Number(result);
  };
}

const bitNot: Operator = ([value], name) => {
  if (value === null || value === undefined) return null;
  if (!isWhole(value)) throw new MongoError(14, `${name} only supports int and long, not ${typeName(value)}`);
  return ~value;
};

export const valueOperators: Record<string, Operator> = {
  $bitAnd: bitwise(-1n, (left, right) => left & right),
  $bitOr: bitwise(0n, (left, right) => left | right),
  $bitXor: bitwise(0n, (left, right) => left ^ right),
  $bitNot: bitNot,
};

/** Rejects numbers that would lose digits in mingo, which computes with plain numbers. */
export function refuseWideNumbers(name: string, value: Maybe): void {
  const isWide = typeof value === 'bigint' && !Number.isSafeInteger(Number(value));
  if (isWide || typeName(value) === 'decimal') throw notSupported(`${name} of ${typeName(value)} values`);
}
