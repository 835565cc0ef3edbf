import { Decimal128, Double } from 'bson';
import { describe, expect, test } from 'vitest';
import type { Value } from '../bson/values.ts';
import { compileExpression } from './compile.ts';
import { newScope } from './scope.ts';

function evaluate(expression: Value) {
  return compileExpression(expression)(newScope({ n: new Double(2), l: 5n }, new Map()));
}

function literal(value: Value) {
  return { $literal: value };
}

describe('operators that pass on values', () => {
  test.each<[Value, Value]>([
    [{ $firstN: { n: 2, input: ['$n', '$l', 3] } }, [new Double(2), 5n]],
    [{ $lastN: { n: 2, input: ['$n', '$l', 3] } }, [5n, 3]],
    [{ $minN: { n: 2, input: ['$l', null, '$n', 3] } }, [new Double(2), 3]],
    [{ $maxN: { n: 1, input: ['$l', '$n'] } }, [5n]],
    [{ $zip: { inputs: [['$n'], ['$l']] } }, [[new Double(2), 5n]]],
    [
      { $zip: { inputs: [['$n', 1], ['$l']], useLongestLength: true, defaults: [0, 9] } },
      [
        [new Double(2), 5n],
        [1, 9],
      ],
    ],
    [{ $setField: { field: 'x', input: literal({ a: 1 }), value: '$l' } }, { a: 1, x: 5n }],
    [{ $unsetField: { field: 'a', input: literal({ a: 1, b: '$' }) } }, { b: '$' }],
    [{ $bitAnd: [literal(2n ** 53n + 1n), literal(-1n)] }, 2n ** 53n + 1n],
    [{ $bitXor: [6, 3] }, 5],
    [{ $bitNot: '$l' }, -6n],
  ])('%o keep their types', (expression, expected) => {
    expect(evaluate(expression)).toEqual(expected);
  });

  test.each<[number, Value]>([
    [9, { $firstN: { n: 1 } }],
    [9, { $zip: { inputs: [], nope: 1 } }],
    [5787903, { $firstN: { n: 0, input: [] } }],
    [34468, { $zip: { inputs: [1] } }],
    [14, { $bitAnd: [1.5, 1] }],
    [168, { $nope: 1 }],
    [238, { $sin: literal(Decimal128.fromString('1')) }],
    [238, { $sqrt: literal(Decimal128.fromString('2')) }],
    [238, { $dateAdd: { startDate: new Date(0), unit: 'day', amount: literal(2n ** 60n) } }],
  ])('are rejected with %i: %o', (code, expression) => {
    expect(() => evaluate(expression)).toThrow(expect.objectContaining({ code }));
  });
});
