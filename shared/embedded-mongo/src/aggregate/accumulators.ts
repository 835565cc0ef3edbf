import { compareValues } from '../bson/compare.ts';
import { encodeValue } from '../bson/key-encoding.ts';
import { roughSize } from '../bson/rough-size.ts';
import { type Document, isDocument, isNumeric, type Maybe, type Value } from '../bson/values.ts';
import { MongoError, notSupported } from '../errors.ts';
import { accumulate, averageOf } from '../expression/accumulate.ts';
import { compileExpression } from '../expression/compile.ts';
import type { Evaluate, Variables } from '../expression/scope.ts';
import { Total } from '../expression/total.ts';
import type { Accumulator } from './accumulator.ts';
import { compileCounted, countedAccumulators } from './counted-accumulators.ts';

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
        return 0;
      },
      result: () => finish(state),
    };
  };
}

/** Adds up the numeric values. */
function summing(finish: (total: Total, count: number) => Value): Make {
  return (evaluate) => {
    const total = new Total();
    let count = 0;
    return {
      add: (scope) => {
        const value = evaluate(scope);
        if (!isNumeric(value)) return 0;
        total.add(value);
        count++;
        return 0;
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

function collecting(finish: (values: Value[]) => Value): Make {
  return (evaluate) => {
    const values: Value[] = [];
    return {
      add: (scope) => {
        const value = evaluate(scope);
        if (value === undefined) return 0;
        values.push(value);
        return roughSize(value);
      },
      result: () => finish(values),
    };
  };
}

/** Keeps equal values once, using their keys, which do not depend on the numeric type. */
function addToSet(): Make {
  return (evaluate) => {
    const values = new Map<string, Value>();
    return {
      add: (scope) => {
        const value = evaluate(scope);
        if (value === undefined) return 0;
        const key = encodeValue(value).toString('latin1');
        if (values.has(key)) return 0;
        values.set(key, value);
        return roughSize(value) + key.length;
      },
      result: () => [...values.values()],
    };
  };
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

export function compileAccumulator(field: string, specification: Value): (variables: Variables) => Accumulator {
  const names = isDocument(specification) ? Object.keys(specification) : [];
  if (names.length !== 1) throw new MongoError(40234, `The field '${field}' must be an accumulator object`);
  const name = names[0]!;
  const operand = (specification as Document)[name]!;
  if (name === '$count') {
    const one = compileExpression(1);
    return () => sum(one);
  }
  if (countedAccumulators.has(name)) return compileCounted(name, operand);
  const make = makers[name];
  if (make) {
    const evaluate = compileExpression(operand);
    return () => make(evaluate);
  }
  if (['$median', '$percentile', '$accumulator'].includes(name)) throw notSupported(`the accumulator ${name}`);
  throw new MongoError(15952, `unknown group operator '${name}'`);
}
