import { compareValues } from '../bson/compare.ts';
import type { Maybe } from '../bson/values.ts';
import { isTrue } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import type { Operator } from './operator.ts';

function comparing(accepts: (order: number) => boolean): Operator {
  return (operands, name) => accepts(orderOf(operands, name));
}

function orderOf(operands: Maybe[], name: string): number {
  if (operands.length !== 2) {
    throw new MongoError(16020, `Expression ${name} takes exactly 2 arguments. ${operands.length} were passed in.`);
  }
  return compareValues(operands[0], operands[1]);
}

export const comparisonOperators: Record<string, Operator> = {
  $eq: comparing((order) => order === 0),
  $ne: comparing((order) => order !== 0),
  $gt: comparing((order) => order > 0),
  $gte: comparing((order) => order >= 0),
  $lt: comparing((order) => order < 0),
  $lte: comparing((order) => order <= 0),
  $cmp: (operands, name) => Math.sign(orderOf(operands, name)),
  $not: ([value]) => !isTrue(value),
};
