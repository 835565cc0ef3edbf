import { BSONRegExp } from 'bson';
import { bsonType, type Document, isDocument, isTrue, type Maybe, type Value } from '../bson/values.ts';
import { badValue, notSupported } from '../errors.ts';
import type { Condition, MatchContext, Matcher } from './condition.ts';
import { compileAll, compileLeaf, dbRefFields, equalsTest } from './match-operators.ts';
import { anyAtPath, type LeafTest } from './path.ts';
import { isExistsWanted } from './shape-tests.ts';

const refused = new Set([
  '$where',
  '$text',
  '$jsonSchema',
  '$near',
  '$nearSphere',
  '$geoWithin',
  '$geoIntersects',
  '$function',
]);

/** All conditions of a filter. A document must satisfy every one of them. */
export function compileFilter(filter: Document, context: MatchContext = {}): Condition[] {
  const conditions: Condition[] = [];
  for (const [name, operand] of Object.entries(filter)) {
    if (name.startsWith('$') && !dbRefFields.includes(name)) conditions.push(...compileLogical(name, operand, context));
    else conditions.push(...compileField(name, operand, context));
  }
  return conditions;
}

export function matcherOf(conditions: readonly Condition[]): Matcher {
  if (conditions.length === 1) return (document) => conditions[0]!.test(document);
  return (document) => {
    for (const condition of conditions) if (!condition.test(document)) return false;
    return true;
  };
}

/** The top-level fields that the conditions use. Undefined if a condition can use any field. */
export function fieldsOf(conditions: readonly Condition[]): string[] | undefined {
  const names: string[] = [];
  for (const { path, branches } of conditions) {
    const looked = path === undefined ? branches && fieldsOf(branches.flat()) : [path.split('.')[0]!];
    if (!looked) return undefined;
    names.push(...looked);
  }
  return names;
}

export function compileMatcher(filter: Document, context: MatchContext = {}): Matcher {
  return matcherOf(compileFilter(filter, context));
}

function branchesOf(name: string, operand: Value, context: MatchContext): Condition[][] {
  if (!Array.isArray(operand)) throw badValue(`${name} must be an array`);
  if (operand.length === 0) throw badValue('$and/$or/$nor must be a nonempty array');
  return operand.map((branch) => {
    if (!isDocument(branch)) throw badValue('$or/$and/$nor entries need to be full objects');
    return compileFilter(branch, context);
  });
}

function compileLogical(name: string, operand: Value, context: MatchContext): Condition[] {
  switch (name) {
    case '$and':
      return branchesOf(name, operand, context).flat();
    case '$or': {
      const branches = branchesOf(name, operand, context);
      const tests = branches.map(matcherOf);
      return [{ branches, test: (document) => tests.some((test) => test(document)) }];
    }
    case '$nor': {
      const tests = branchesOf(name, operand, context).map(matcherOf);
      return [{ test: (document) => !tests.some((test) => test(document)) }];
    }
    case '$expr': {
      if (!context.expression) throw notSupported('$expr in this place');
      const evaluate = context.expression(operand);
      return [{ test: (document) => isTrue(evaluate(document)) }];
    }
    case '$comment':
      return [];
    case '$alwaysTrue':
      return [];
    case '$alwaysFalse':
      return [{ test: () => false }];
    default:
      if (refused.has(name)) throw notSupported(name);
      throw badValue(
        `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
  }
}

function hasOperators(operand: Value): operand is Document {
  if (!isDocument(operand)) return false;
  const first = Object.keys(operand)[0];
  return first?.startsWith('$') === true && !dbRefFields.includes(first);
}

function compileField(path: string, operand: Value, context: MatchContext): Condition[] {
  const parts = path.split('.');
  if (isRegex(operand)) return [compileCondition(path, parts, '$regex', operand, {}, context)];
  if (!hasOperators(operand)) return [equality(path, parts, operand, context)];
  const conditions: Condition[] = [];
  for (const [operator, value] of Object.entries(operand)) {
    if (operator === '$options') {
      if (operand.$regex === undefined) throw badValue('$options needs a $regex');
      continue;
    }
    if (!operator.startsWith('$')) throw badValue(`unknown operator: ${operator}`);
    conditions.push(compileCondition(path, parts, operator, value, operand, context));
  }
  return conditions;
}

function isRegex(value: Value): boolean {
  return value !== null && bsonType(value) === 'BSONRegExp';
}

/** With $eq, a regular expression is an ordinary value. */
function equality(path: string, parts: string[], operand: Value, context: MatchContext): Condition {
  const leaf = { test: equalsTest(operand, context, true), spreads: !context.isSingle };
  return { path, operator: '$eq', operand, test: (document) => anyAtPath(document, parts, 0, leaf) };
}

function leafOf(operator: string, operand: Value, siblings: Document, context: MatchContext): LeafTest {
  return compileLeaf(operator, operand, siblings, { ...context, matcher: compileMatcher });
}

function compileCondition(
  path: string,
  parts: string[],
  operator: string,
  value: Value,
  siblings: Document,
  context: MatchContext,
): Condition {
  if (refused.has(operator)) throw notSupported(operator);
  if (operator === '$eq') return equality(path, parts, value, context);
  if (operator === '$ne' && isRegex(value)) throw badValue("Can't have regex as arg to $ne.");
  if (operator === '$ne' || operator === '$nin' || operator === '$not') {
    return negation(path, parts, operator, value, context);
  }
  if (operator === '$exists' && !isExistsWanted(value)) {
    const present = leafOf('$exists', true, siblings, context);
    return { path, operator, operand: value, test: (document) => !anyAtPath(document, parts, 0, present) };
  }
  if (operator === '$all') return allCondition(path, parts, value, context);
  const leaf = leafOf(operator, value, siblings, context);
  const operand = operator === '$regex' ? withOptions(value, siblings.$options) : value;
  return { path, operator, operand, test: (document) => anyAtPath(document, parts, 0, leaf) };
}

function allCondition(path: string, parts: string[], operand: Value, context: MatchContext): Condition {
  const leaves = compileAll(operand, { ...context, matcher: compileMatcher });
  const test = (document: Document) => leaves.length > 0 && leaves.every((leaf) => anyAtPath(document, parts, 0, leaf));
  return { path, operator: '$all', operand, test };
}

/** Combines pattern and options into one value, for callers that inspect the condition. */
function withOptions(pattern: Value, options: Maybe): Value {
  if (typeof options !== 'string') return pattern;
  return new BSONRegExp(typeof pattern === 'string' ? pattern : (pattern as BSONRegExp).pattern, options);
}

function negation(path: string, parts: string[], operator: string, value: Value, context: MatchContext): Condition {
  if (operator === '$not') {
    if (!isRegex(value) && !hasOperators(value)) throw badValue('$not needs a regex or a document');
    const inner = matcherOf(compileField(path, value, context));
    return { test: (document) => !inner(document) };
  }
  const leaf =
    operator === '$ne'
      ? { test: equalsTest(value, context, true), spreads: !context.isSingle }
      : leafOf('$in', value, {}, context);
  return { path, operator, operand: value, test: (document) => !anyAtPath(document, parts, 0, leaf) };
}
