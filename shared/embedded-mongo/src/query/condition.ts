import type { Document, Maybe, Value } from '../bson/values.ts';
import type { Collation } from './collation.ts';

/** Context of a filter besides the document. */
export interface MatchContext {
  collation?: Collation | undefined;
  /** True for conditions on one element itself, which do not spread to the elements of a nested array. */
  isSingle?: boolean;
  /** Compiles the operand of $expr. */
  expression?: (expression: Value) => (document: Document) => Maybe;
}

/** One condition of a filter. An index can serve it if it has a path, an operator, and an operand. */
export interface Condition {
  path?: string;
  operator?: string;
  operand?: Value;
  /** The branches of $or. */
  branches?: Condition[][];
  test(document: Document): boolean;
}

export type Matcher = (document: Document) => boolean;
