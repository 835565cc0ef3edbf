import {
  type Document,
  getField,
  isDocument,
  isNumeric,
  type Maybe,
  setField,
  toNumber,
  type Value,
} from '../bson/values.ts';
import { MongoError, notSupported } from '../errors.ts';
import { compileExpression } from '../expression/compile.ts';
import { type Evaluate, newScope, type Variables } from '../expression/scope.ts';
import type { Condition } from './condition.ts';
import { firstMatching, positional, sliceOf } from './projection-operators.ts';

export type Projection = (document: Document) => Document;

export interface ProjectionContext {
  variables: Variables;
  /** Conditions of the query, for the positional "a.$". */
  conditions?: readonly Condition[];
  /** In $project stages, plain values and $slice are expressions. */
  isStage?: boolean;
}

interface Node {
  children: Map<string, Node>;
  /** Action for the field itself. */
  action?: 'keep' | 'drop' | { compute: Evaluate } | { transform: (value: Maybe, document: Document) => Maybe };
}

function newNode(): Node {
  return { children: new Map() };
}

function isFlag(value: Value): boolean {
  return typeof value === 'boolean' || isNumeric(value);
}

function isOn(value: Value): boolean {
  return value === true || (isNumeric(value) && toNumber(value) !== 0);
}

function conflict(path: string): MongoError {
  return new MongoError(31249, `Path collision at ${path}`);
}

function place(root: Node, path: string, action: NonNullable<Node['action']>): void {
  const parts = path.split('.');
  if (parts.includes('')) throw new MongoError(40353, 'FieldPath must not end with a or contain an empty part');
  let node = root;
  for (const part of parts) {
    if (node.action) throw conflict(path);
    let next = node.children.get(part);
    if (!next) {
      next = newNode();
      node.children.set(part, next);
    }
    node = next;
  }
  if (node.action || node.children.size > 0) throw conflict(path);
  node.action = action;
}

interface Parsed {
  root: Node;
  /** Undefined while only _id or transformations are specified. */
  isInclusion: boolean | undefined;
  idFlag: boolean | undefined;
}

export function compileProjection(specification: Document, context: ProjectionContext): Projection | undefined {
  if (Object.keys(specification).length === 0) return undefined;
  const parsed: Parsed = { root: newNode(), isInclusion: undefined, idFlag: undefined };
  for (const [path, value] of Object.entries(specification)) parseField(parsed, path, value, context);
  const isInclusion = parsed.isInclusion ?? parsed.idFlag === true;
  if (parsed.idFlag !== undefined) {
    if (isInclusion === parsed.idFlag) place(parsed.root, '_id', isInclusion ? 'keep' : 'drop');
  } else if (isInclusion && !parsed.root.children.has('_id')) {
    place(parsed.root, '_id', 'keep');
  }
  const { variables } = context;
  return (document) => projectDocument(document, parsed.root, isInclusion, document, variables);
}

function decide(parsed: Parsed, isInclusion: boolean, path: string): void {
  if (parsed.isInclusion !== undefined && parsed.isInclusion !== isInclusion) {
    const [code, kind] = isInclusion ? [31253, 'inclusion on field'] : [31254, 'exclusion on field'];
    throw new MongoError(
      code as number,
      `Cannot do ${kind} ${path} in ${isInclusion ? 'exclusion' : 'inclusion'} projection`,
    );
  }
  parsed.isInclusion = isInclusion;
}

function parseField(parsed: Parsed, path: string, value: Value, context: ProjectionContext): void {
  if (path === '_id' && isFlag(value)) {
    parsed.idFlag = isOn(value);
    return;
  }
  if (path.endsWith('.$')) {
    decide(parsed, true, path);
    place(parsed.root, path.slice(0, -2), { transform: positional(path.slice(0, -2), context.conditions ?? []) });
  } else if (path.startsWith('$')) {
    throw new MongoError(16410, `FieldPath field names may not start with '$': ${path}`);
  } else if (isFlag(value)) {
    decide(parsed, isOn(value), path);
    place(parsed.root, path, isOn(value) ? 'keep' : 'drop');
  } else if (isDocument(value)) {
    parseObject(parsed, path, value, context);
  } else {
    decide(parsed, true, path);
    place(parsed.root, path, { compute: compileExpression(value) });
  }
}

function parseObject(parsed: Parsed, path: string, value: Document, context: ProjectionContext): void {
  const [operator] = Object.keys(value);
  if (operator === undefined)
    throw new MongoError(51270, `An empty sub-projection is not a valid value. Found empty object at path ${path}`);
  if (!operator.startsWith('$')) {
    for (const [name, inner] of Object.entries(value)) parseField(parsed, `${path}.${name}`, inner, context);
    return;
  }
  if (operator === '$meta') throw notSupported('$meta');
  if (operator === '$slice' && !context.isStage) {
    place(parsed.root, path, { transform: sliceOf(value.$slice!) });
  } else if (operator === '$elemMatch' && !context.isStage) {
    decide(parsed, true, path);
    place(parsed.root, path, { transform: firstMatching(value.$elemMatch!) });
  } else {
    decide(parsed, true, path);
    place(parsed.root, path, { compute: compileExpression(value) });
  }
}

function projectDocument(
  node: Document,
  rules: Node,
  isInclusion: boolean,
  root: Document,
  variables: Variables,
): Document {
  const result: Document = {};
  for (const name of Object.keys(node)) {
    const rule = rules.children.get(name);
    const value = projectField(node[name], rule, isInclusion, root, variables);
    if (value !== undefined) setField(result, name, value);
  }
  for (const [name, rule] of rules.children) {
    if (typeof rule.action === 'object' && 'compute' in rule.action) {
      const value = rule.action.compute(newScope(root, variables));
      if (value !== undefined) setField(result, name, value);
    } else if (getField(node, name) === undefined && hasComputed(rule)) {
      setField(result, name, projectDocument({}, rule, isInclusion, root, variables));
    }
  }
  return result;
}

function hasComputed(rule: Node): boolean {
  if (typeof rule.action === 'object') return 'compute' in rule.action;
  return [...rule.children.values()].some(hasComputed);
}

function projectField(
  value: Maybe,
  rule: Node | undefined,
  isInclusion: boolean,
  root: Document,
  variables: Variables,
): Maybe {
  if (!rule) return isInclusion ? undefined : value;
  if (rule.action === 'keep') return value;
  if (rule.action === 'drop') return undefined;
  if (rule.action) return 'transform' in rule.action ? rule.action.transform(value, root) : undefined;
  return projectBelow(value, rule, isInclusion, root, variables);
}

function projectBelow(value: Maybe, rule: Node, isInclusion: boolean, root: Document, variables: Variables): Maybe {
  if (isDocument(value)) return projectDocument(value, rule, isInclusion, root, variables);
  if (Array.isArray(value)) {
    return value
      .map((element) => projectBelow(element, rule, isInclusion, root, variables))
      .filter((element): element is Value => element !== undefined);
  }
  if (hasComputed(rule)) return projectDocument({}, rule, isInclusion, root, variables);
  return isInclusion ? undefined : value;
}
