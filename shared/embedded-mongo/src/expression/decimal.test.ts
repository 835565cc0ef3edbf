import { Decimal128, Double } from 'bson';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divideDecimals, onDecimals, remainderOfDecimals, roundDecimal, roundWhole } from './decimal.ts';
import { totalOf } from './total.ts';

function decimal(text: string) {
  return Decimal128.fromString(text);
}

describe('decimals', () => {
  test.each([
    ['1', '3', '0.3333333333333333333333333333333333'],
    ['2', '3', '0.6666666666666666666666666666666667'],
    ['-2', '3', '-0.6666666666666666666666666666666667'],
    ['1', '4', '0.25'],
    ['10', '5', '2'],
    ['1.00', '2', '0.50'],
    ['Infinity', '2', 'Infinity'],
    ['NaN', '2', 'NaN'],
    ['5', 'Infinity', '0'],
  ])('%s divided by %s is %s', (left, right, expected) => {
    expect(divideDecimals(decimal(left), decimal(right)).toString()).toBe(expected);
  });

  test('convert a double with 15 digits and keep the sign of zero', () => {
    expect(onDecimals('multiply', decimal('-7.5'), 1e300).toString()).toBe('-7.500000000000000E+300');
    expect(onDecimals('multiply', decimal('-7.5'), 0n).toString()).toBe('-0.0');
    expect(onDecimals('add', decimal('0.1'), new Double(2)).toString()).toBe('2.10000000000000');
  });

  test('undo a multiplication when divided by the same factor', () => {
    const whole = fc.bigInt({ min: 1n, max: 10n ** 15n });
    fc.assert(
      fc.property(whole, whole, (a, b) => {
        const product = onDecimals('multiply', decimal(String(a)), decimal(String(b)));
        expect(divideDecimals(product, decimal(String(b))).toString()).toBe(String(a));
      }),
      { seed: 7 },
    );
  });

  test.each([
    ['2.345', 2, 'half-even', '2.34'],
    ['2.355', 2, 'half-even', '2.36'],
    ['-2.5', 0, 'half-even', '-2'],
    ['-1.5', 0, 'floor', '-2'],
    ['-1.5', 0, 'ceil', '-1'],
    ['-1.59', 1, 'trunc', '-1.5'],
    ['1.5', 3, 'trunc', '1.5'],
  ] as const)('round %s to %i places (%s) to %s', (value, places, kind, expected) => {
    expect(roundDecimal(decimal(value), places, kind).toString()).toBe(expected);
  });

  test('give a remainder with the sign of the dividend', () => {
    expect(remainderOfDecimals(decimal('-5.5'), 2).toString()).toBe('-1.5');
    expect(roundWhole(1250n, 100n, 'half-even')).toBe(1200n);
    expect(roundWhole(-1250n, 100n, 'trunc')).toBe(-1200n);
  });
});

describe('a sum', () => {
  test('is exact for tenths, unlike adding doubles one by one', () => {
    expect(totalOf(Array.from({ length: 10 }, () => 0.1))).toEqual(new Double(1));
  });

  test('has the widest of the added types', () => {
    expect(totalOf([1, 2])).toBe(3);
    expect(totalOf([2 ** 31 - 1, 1])).toBe(2n ** 31n);
    expect(totalOf([1, 2n])).toBe(3n);
    expect(totalOf([2n ** 63n - 1n, 1n])).toBe(2 ** 63);
    expect(totalOf([1, new Double(2)])).toEqual(new Double(3));
    expect(String(totalOf([1, 0.5, decimal('0.25')]))).toBe('1.75000000000000');
    expect(totalOf([])).toBe(0);
  });

  test('does not depend on the order of whole numbers and doubles', () => {
    const some = fc.array(fc.oneof(fc.integer(), fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n })), { maxLength: 6 });
    fc.assert(
      fc.property(some, (values) => {
        expect(totalOf([...values, 0.5])).toEqual(totalOf([0.5, ...values]));
      }),
      { seed: 7 },
    );
  });
});
