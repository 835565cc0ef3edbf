import { Timestamp } from 'bson';
import { compareValues } from '../bson/compare.ts';
import { typeName } from '../bson/type-names.ts';
import { asDouble, isDocument, isNumeric, type Maybe, toNumber, type Value } from '../bson/values.ts';
import { badValue, MongoError, typeMismatch } from '../errors.ts';
import { asNumeric, calculate, overflow } from '../expression/arithmetic.ts';
import { addToSet, popFrom, pullAllFrom, pullFrom, pushTo } from './array-operators.ts';
import { clone } from './clone.ts';
import type { Step } from './set-path.ts';
import type { Change } from './update-tree.ts';

export interface UpdateMoment {
  now: Date;
  isInsert: boolean;
}

function arithmeticStep(change: Change): Step {
  const { operator, operand, path } = change;
  if (!isNumeric(operand)) {
    const verb = operator === '$inc' ? 'increment' : 'multiply';
    throw typeMismatch(`Cannot ${verb} with non-numeric argument: {${path}: ${String(operand)}}`);
  }
  return (value) => {
    if (value === undefined) return operator === '$inc' ? operand : zeroLike(asNumeric(operand));
    if (!isNumeric(value)) {
      throw typeMismatch(
        `Cannot apply ${operator} to a value of non-numeric type. The field '${change.parts.at(-1)}' is of non-numeric type ${typeName(value)}`,
      );
    }
    const result = calculate(operator === '$inc' ? 'add' : 'multiply', asNumeric(value), asNumeric(operand));
    if (result === undefined) throw overflow(operator);
    return result;
  };
}

function zeroLike(operand: ReturnType<typeof asNumeric>): Value {
  const zero = calculate('multiply', operand, 0)!;
  return Object.is(zero, -0) ? asDouble(0) : zero;
}

function extremeStep(change: Change): Step {
  const sign = change.operator === '$min' ? 1 : -1;
  return (value) => {
    if (value === undefined) return clone(change.operand);
    return compareValues(change.operand, value) * sign < 0 ? clone(change.operand) : value;
  };
}

function currentDateStep(change: Change, moment: UpdateMoment): Step {
  const { operand } = change;
  const kind = isDocument(operand) ? operand.$type : operand;
  if (kind === true || kind === false || kind === 'date') return () => new Date(moment.now);
  if (kind === 'timestamp') {
    return () => new Timestamp({ t: Math.floor(moment.now.getTime() / 1000), i: 1 });
  }
  throw badValue("The '$type' string field is required to be 'date' or 'timestamp'");
}

function bitStep(change: Change): Step {
  if (!isDocument(change.operand)) throw badValue('The $bit modifier is not compatible with this operand');
  const entries = Object.entries(change.operand);
  if (entries.length === 0) throw badValue(`You must pass in at least one bitwise operation for ${change.path}`);
  return (value) => {
    let result: Value = value === undefined ? 0 : value;
    for (const [name, operand] of entries) result = applyBits(name, result, operand);
    return result;
  };
}

function isWhole(value: Value): value is number | bigint {
  return typeof value === 'bigint' || typeName(value) === 'int';
}

function applyBits(name: string, value: Value, operand: Value): Value {
  if (!isWhole(operand)) throw badValue('The $bit modifier field must be an Integer(32/64 bit)');
  if (!isWhole(value)) throw badValue(`Cannot apply $bit to a value of non-integral type ${typeName(value)}`);
  const [left, right] = [BigInt(value), BigInt(operand)];
  const table: Record<string, bigint> = { and: left & right, or: left | right, xor: left ^ right };
  const result = table[name];
  if (result === undefined) throw badValue(`The $bit modifier only supports 'and', 'or', and 'xor', not '${name}'`);
  return typeof value === 'bigint' || typeof operand === 'bigint' ? result : Number(result);
}

/** Function that turns the old value of a field into the new one. */
export function stepOf(change: Change, moment: UpdateMoment): Step {
  switch (change.operator) {
    case '$set':
      return () => clone(change.operand);
    case '$setOnInsert':
      return moment.isInsert ? () => clone(change.operand) : (value) => value;
    case '$unset':
      return () => undefined;
    case '$inc':
    case '$mul':
      return arithmeticStep(change);
    case '$min':
    case '$max':
      return extremeStep(change);
    case '$currentDate':
      return currentDateStep(change, moment);
    case '$bit':
      return bitStep(change);
    default:
      return arrayStep(change);
  }
}

function asArray(value: Maybe, change: Change): Value[] {
  if (Array.isArray(value)) return value;
  const must = ['$push', '$addToSet'].includes(change.operator)
    ? `The field '${change.path}' must be an array but is of type ${typeName(value)} in document`
    : `Cannot apply ${change.operator} to a non-array value`;
  throw new MongoError(change.operator === '$pop' ? 14 : 2, must);
}

function arrayStep(change: Change): Step {
  const { operator, operand } = change;
  if (operator === '$push') return pushTo(operand, (value) => asArray(value, change));
  if (operator === '$addToSet') return addToSet(operand, (value) => asArray(value, change));
  const shrink = shrinkOf(change);
  return (value) => (value === undefined ? undefined : shrink(asArray(value, change)));
}

function shrinkOf(change: Change): (array: Value[]) => Value[] {
  const { operator, operand } = change;
  if (operator === '$pop') return popFrom(toNumber(operand));
  if (operator === '$pullAll') return pullAllFrom(operand);
  return pullFrom(operand);
}
