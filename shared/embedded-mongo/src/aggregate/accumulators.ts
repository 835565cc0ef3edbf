import { compareValues, valuesEqual } from '../bson/compare.ts';
import { type Document, isDocument, isNumeric, type Maybe, toNumber, type Value } from '../bson/values.ts';
import { MongoError, notSupported } from '../errors.ts';
import { accumulate, averageOf } from '../expression/accumulate.ts';
import { compileExpression } from '../expression/compile.ts';
import { type Evaluate, newScope, type Scope, type Variables } from '../expression/scope.ts';
import { Total } from '../expression/total.ts';
import { compileSort } from '../query/sort.ts';

export interface Accumulator {
  add(scope: Scope): void;
  result(): Value;
}

type Make = (evaluate: Evaluate) => Accumulator;

function folding<State>(
  initial: () => State,
  fold: (state: State, value: Maybe) => State,
  finish: (state: State) => Value,
): Make {
  return (evaluate) => {
    let state = initial();
    return {
      add: (scope) => {
        state = fold(state, evaluate(scope));
      },
      result: () => finish(state),
    };
  };
}

/** Adds up what is numeric. */
function summing(finish: (total: Total, count: number) => Value): Make {
  return (evaluate) => {
    const total = new Total();
    let count = 0;
    return {
      add: (scope) => {
        const value = evaluate(scope);
        if (!isNumeric(value)) return;
        total.add(value);
        count++;
      },
      result: () => finish(total, count),
    };
  };
}

const sum = summing((total) => total.value);
const average = summing((total, count) => averageOf(total.value, count));

function extreme(sign: number): Make {
  return folding<Maybe>(
    () => undefined,
    (best, value) => {
      if (value === undefined || value === null) return best;
      return best === undefined || compareValues(value, best) * sign < 0 ? value : best;
    },
    (best) => best ?? null,
  );
}

const collecting = (finish: (values: Value[]) => Value): Make =>
  folding<Value[]>(
    () => [],
    (values, value) => {
      if (value !== undefined) values.push(value);
      return values;
    },
    finish,
  );

function addToSet(): Make {
  return folding<Value[]>(
    () => [],
    (values, value) => {
      if (value !== undefined && !values.some((other) => valuesEqual(other, value))) values.push(value);
      return values;
    },
    (values) => values,
  );
}

const makers: Record<string, Make> = {
  $sum: sum,
  $avg: average,
  $min: extreme(1),
  $max: extreme(-1),
  $push: collecting((values) => values),
  $addToSet: addToSet(),
  $first: folding<{ value: Maybe; isSet: boolean }>(
    () => ({ value: undefined, isSet: false }),
    (state, value) => (state.isSet ? state : { value, isSet: true }),
    ({ value }) => value ?? null,
  ),
  $last: folding<Maybe>(
    () => undefined,
    (_last, value) => value,
    (last) => last ?? null,
  ),
  $stdDevPop: collecting((values) => accumulate('$stdDevPop', values)),
  $stdDevSamp: collecting((values) => accumulate('$stdDevSamp', values)),
  $mergeObjects: folding<Document>(
    () => ({}),
    (merged, value) => (isDocument(value) ? { ...merged, ...value } : merged),
    (merged) => merged,
  ),
};

const counted = new Set(['$firstN', '$lastN', '$minN', '$maxN', '$top', '$topN', '$bottom', '$bottomN']);

/** The n first, last, smallest or greatest of a group, or by a sort of its own. */
function compileCounted(name: string, operand: Value): (variables: Variables) => Accumulator {
  if (!isDocument(operand)) throw new MongoError(5787801, `specification must be an object; found ${name}`);
  const isBySort = /top|bottom/i.test(name);
  const sorter = isBySort ? compileSort(operand.sortBy as Document) : undefined;
  const output = compileExpression((isBySort ? operand.output : operand.input) ?? null);
  const count = operand.n === undefined ? undefined : compileExpression(operand.n);
  return (variables) => {
    const items: { key: Maybe[]; value: Value }[] = [];
    const n = count ? toNumber(count(newScope({}, variables))) : 1;
    if (!(n >= 1)) throw new MongoError(5787908, "'n' must be greater than 0");
    return {
      add: (scope) => {
        const value = output(scope) ?? null;
        if (/minN|maxN/.test(name) && value === null) return;
        items.push({ key: sorter ? sorter.keyOf(scope.root) : [], value });
      },
      result: () => {
        const values = ordered().map((item) => item.value);
        const isFromEnd = name === '$lastN' || name.startsWith('$bottom');
        const taken = isFromEnd ? values.slice(-n) : values.slice(0, n);
        return name === '$top' || name === '$bottom' ? (taken[0] ?? null) : taken;
      },
    };
    function ordered() {
      if (sorter) return items.toSorted((left, right) => sorter.compare(left.key, right.key));
      const sign = name === '$maxN' ? -1 : name === '$minN' ? 1 : 0;
      return sign === 0 ? items : items.toSorted((left, right) => compareValues(left.value, right.value) * sign);
    }
  };
}

export function compileAccumulator(field: string, specification: Value): (variables: Variables) => Accumulator {
  const names = isDocument(specification) ? Object.keys(specification) : [];
  if (names.length !== 1) throw new MongoError(40234, `The field '${field}' must be an accumulator object`);
  const name = names[0]!;
  const operand = (specification as Document)[name]!;
  if (name === '$count') {
    const one = compileExpression(1);
    return () => sum(one);
  }
  if (counted.has(name)) return compileCounted(name, operand);
  const make = makers[name];
  if (make) {
    const evaluate = compileExpression(operand);
    return () => make(evaluate);
  }
  if (['$median', '$percentile', '$accumulator'].includes(name)) throw notSupported(`the accumulator ${name}`);
  throw new MongoError(15952, `unknown group operator '${name}'`);
}
