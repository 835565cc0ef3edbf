import type { Maybe, Value } from '../bson/values.ts';
import type { Evaluate } from './scope.ts';

/** An operator on evaluated operands. */
export type Operator = (operands: Maybe[], name: string) => Maybe;

export type Compile = (expression: Value) => Evaluate;
/** An operator that controls how and when its operands are evaluated. */
export type Form = (operand: Value, compile: Compile, name: string) => Evaluate;
