import type { Decimal128 } from 'bson';
import { asDouble, isDecimal, isInt32, toNumber, type Value } from '../bson/values.ts';
import { calculate, isDouble } from './arithmetic.ts';
import type { Numeric } from './decimal.ts';

const int64Max = 2n ** 63n - 1n;

/**
 * A sum as MongoDB computes it. Whole numbers are exact, doubles use a second double for the rounding error, and
 * decimals stay decimals. The result has the widest of the added types.
 */
export class Total {
  private whole = 0n;
  private hasLong = false;
  private hasDouble = false;
  private high = 0;
  private low = 0;
  private decimal: Decimal128 | undefined;

  add(value: Numeric): void {
    if (isDecimal(value)) {
      this.decimal = calculate('add', this.decimal ?? 0, value) as Decimal128;
    } else if (isDouble(value)) {
      this.hasDouble = true;
      this.addDouble(toNumber(value));
    } else {
      this.hasLong ||= typeof value === 'bigint';
      this.whole += BigInt(value as number | bigint);
    }
  }

  /** Knuth's two-sum. The second double collects the rounding errors of the sum. */
  private addDouble(value: number): void {
    const sum = this.high + value;
    const part = sum - this.high;
    const lost = this.high - (sum - part) + (value - part);
    this.high = sum;
    this.low += Number.isFinite(lost) ? lost : 0;
  }

  get value(): Numeric {
    if (this.decimal) return calculate('add', this.decimal, this.plain) as Numeric;
    return this.plain;
  }

  private get plain(): Numeric {
    if (!this.hasDouble) return this.wholeValue;
    const near = Number(this.whole);
    this.addDouble(near);
    this.addDouble(Number(this.whole - BigInt(near)));
    this.whole = 0n;
    return asDouble(this.high + this.low);
  }

  private get wholeValue(): Numeric {
    if (!this.hasLong && isInt32(Number(this.whole))) return Number(this.whole);
    const isInRange = this.whole <= int64Max && this.whole >= -int64Max - 1n;
    return isInRange ? this.whole : asDouble(Number(this.whole));
  }
}

export function totalOf(values: Iterable<Numeric>): Value {
  const total = new Total();
  for (const value of values) total.add(value);
  return total.value;
}
