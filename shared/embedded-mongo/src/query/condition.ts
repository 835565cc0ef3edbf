import type { Document, Maybe, Value } from '../bson/values.ts';
import type { Collation } from './collation.ts';

/** What a filter may refer to besides the document. */
export interface MatchContext {
  collation?: Collation | undefined;
  /** Conditions on one element as it is, which are not spread over an array inside. */
  isSingle?: boolean;
  /** Compiles the operand of $expr. */
  expression?: (expression: Value) => (document: Document) => Maybe;
}

/** One condition of a filter. With path, operator and operand it can be answered by an index. */
export interface Condition {
  path?: string;
  operator?: string;
  operand?: Value;
  /** The branches of $or. */
  branches?: Condition[][];
  test(document: Document): boolean;
}

export type Matcher = (document: Document) => boolean;
