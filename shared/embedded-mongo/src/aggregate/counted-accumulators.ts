import { compareValues } from '../bson/compare.ts';
import { roughSize } from '../bson/rough-size.ts';
import { type Document, isDocument, type Maybe, toNumber, type Value } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import { compileExpression } from '../expression/compile.ts';
import { newScope, type Variables } from '../expression/scope.ts';
import { compileSort } from '../query/sort.ts';
import type { Accumulator } from './accumulator.ts';

export const countedAccumulators: ReadonlySet<string> = new Set(
  '$firstN $lastN $minN $maxN $top $topN $bottom $bottomN'.split(' '),
);

interface Item {
  key: Maybe[];
  value: Value;
}

/** Keeps the n wanted items, plus some more until the next sort. */
class Best {
  private items: Item[] = [];
  private readonly n: number;
  private readonly isFromEnd: boolean;
  private readonly compare: ((left: Item, right: Item) => number) | undefined;

  constructor(n: number, isFromEnd: boolean, compare: ((left: Item, right: Item) => number) | undefined) {
    this.n = n;
    this.isFromEnd = isFromEnd;
    this.compare = compare;
  }

  add(item: Item): number {
    if (!this.compare && !this.isFromEnd && this.items.length >= this.n) return 0;
    this.items.push(item);
    if (this.items.length > 2 * this.n + spareItems) this.cut();
    return this.items.length <= this.n ? roughSize(item.value) : 0;
  }

  private cut(): void {
    if (this.compare) this.items.sort(this.compare);
    this.items = this.isFromEnd ? this.items.slice(-this.n) : this.items.slice(0, this.n);
  }

  get values(): Value[] {
    this.cut();
    return this.items.map(({ value }) => value);
  }
}

const spareItems = 500;

/** Returns the n first, last, smallest, or greatest items of a group, or the n top or bottom items of a given sort. */
export function compileCounted(name: string, operand: Value): (variables: Variables) => Accumulator {
  if (!isDocument(operand)) throw new MongoError(5787801, `specification must be an object; found ${name}`);
  const isBySort = /top|bottom/i.test(name);
  const sorter = isBySort ? compileSort(operand.sortBy as Document) : undefined;
  const output = compileExpression((isBySort ? operand.output : operand.input) ?? null);
  const count = operand.n === undefined ? undefined : compileExpression(operand.n);
  const isFromEnd = name === '$lastN' || name.startsWith('$bottom');
  const sign = name === '$maxN' ? -1 : name === '$minN' ? 1 : 0;
  const byValue = sign === 0 ? undefined : (left: Item, right: Item) => compareValues(left.value, right.value) * sign;
  const compare = sorter ? (left: Item, right: Item) => sorter.compare(left.key, right.key) : byValue;
  return (variables) => {
    const n = count ? toNumber(count(newScope({}, variables))) : 1;
    if (!(n >= 1)) throw new MongoError(5787908, "'n' must be greater than 0");
    const best = new Best(n, isFromEnd, compare);
    return {
      add: (scope) => {
        const value = output(scope) ?? null;
        if (sign !== 0 && value === null) return 0;
        return best.add({ key: sorter ? sorter.keyOf(scope.root) : [], value });
      },
      result: () => (name === '$top' || name === '$bottom' ? (best.values[0] ?? null) : best.values),
    };
  };
}
