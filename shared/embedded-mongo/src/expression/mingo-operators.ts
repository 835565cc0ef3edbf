import { Context, evalExpr } from 'mingo/core';
import * as library from 'mingo/operators/expression';
import { spend } from '../allowance.ts';
import { type Document, isDocument, isNumeric, type Maybe, setField, toNumber, type Value } from '../bson/values.ts';
import { MongoError, notSupported } from '../errors.ts';
import type { Compile } from './operator.ts';
import type { Evaluate } from './scope.ts';
import { zoneForMingo } from './time-zone.ts';
import { refuseWideNumbers } from './value-operators.ts';

/** Less common operators come from mingo: dates, regular expressions, trigonometry, trimming, and similar. */
const provided = new Set(
  `$acos $acosh $asin $asinh $atan $atan2 $atanh $cos $cosh $dateAdd $dateDiff $dateFromParts $dateFromString
  $dateSubtract $dateToParts $dateToString $dateTrunc $dayOfMonth $dayOfWeek $dayOfYear $degreesToRadians $hour
  $indexOfBytes $isoDayOfWeek $isoWeek $isoWeekYear $ltrim $millisecond $minute $month $radiansToDegrees $rand
  $replaceAll $replaceOne $rtrim $second $sin $sinh $tan $tanh $trim $week $year`.split(/\s+/),
);

/** Operators that MongoDB has, but neither this server nor mingo. */
const missing = new Set([
  '$function',
  '$accumulator',
  '$meta',
  '$sampleRate',
  '$convert',
  '$tsSecond',
  '$tsIncrement',
  '$binarySize',
  '$toHashedIndexKey',
  '$median',
  '$percentile',
  '$bsonSize',
  '$toUUID',
  '$encStrContains',
]);

const lettersPerStep = 8;

const context = Context.init({ expression: library });
const options = { context, useStrictMode: true, scriptEnabled: false };

/** Converts values to mingo's types: all numbers become plain numbers. */
function toPlain(value: Maybe, operator: string): unknown {
  spend(typeof value === 'string' ? 1 + value.length / lettersPerStep : 1);
  if (isNumeric(value)) {
    refuseWideNumbers(operator, value);
    return toNumber(value);
  }
  if (Array.isArray(value)) return value.map((element) => toPlain(element, operator));
  if (isDocument(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toPlain(inner, operator)]));
  return value;
}

/** Passes constants unchanged, and quotes values that mingo would evaluate again. */
function asOperand(value: Maybe, operator: string): unknown {
  const plain = toPlain(value, operator);
  const isInert = typeof plain !== 'object' && !(typeof plain === 'string' && plain.startsWith('$'));
  return isInert || plain === null || plain instanceof Date || plain instanceof RegExp ? plain : { $literal: plain };
}

function fromPlain(value: unknown): Maybe {
  return value as Maybe;
}

export function mingoOperator(name: string, operand: Value, compile: Compile): Evaluate {
  if (missing.has(name)) throw notSupported(name);
  if (!provided.has(name) || !(name in library)) throw new MongoError(168, `Unrecognized expression '${name}'`);
  const prepare = prepareOperand(name, operand, compile);
  return (scope) => {
    try {
      return fromPlain(evalExpr({}, { [name]: prepare(scope) }, options as never));
    } catch (error) {
      if (error instanceof MongoError) throw error;
      throw new MongoError(2, `${name}: ${(error as Error).message}`);
    }
  };
}

function prepareOperand(
  operator: string,
  operand: Value,
  compile: Compile,
): (scope: Parameters<Evaluate>[0]) => unknown {
  if (Array.isArray(operand)) {
    const parts = operand.map(compile);
    return (scope) => parts.map((evaluate) => asOperand(evaluate(scope), operator));
  }
  if (isDocument(operand) && !Object.keys(operand)[0]?.startsWith('$')) {
    const fields = Object.entries(operand).map(([name, value]) => [name, compile(value)] as const);
    return (scope) => {
      const result: Record<string, unknown> = {};
      for (const [name, evaluate] of fields)
        setField(result as Document, name, asOperand(evaluate(scope), operator) as Value);
      if (typeof result.timezone === 'string')
        result.timezone = zoneForMingo(result.timezone, result.date ?? result.startDate);
      return result;
    };
  }
  const evaluate = compile(operand);
  return (scope) => asOperand(evaluate(scope), operator);
}
