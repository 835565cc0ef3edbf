import { type Document, getField, isDocument, type Maybe, setField, type Value } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import { compileExpression } from '../expression/compile.ts';
import { type Evaluate, newScope, type Scope, type Variables } from '../expression/scope.ts';

interface Node {
  children: Map<string, Node>;
  compute?: Evaluate;
}

function place(root: Node, path: string, compute: Evaluate): void {
  let node = root;
  for (const part of path.split('.')) {
    if (part === '' || part.startsWith('$'))
      throw new MongoError(16410, `FieldPath field names may not start with '$' or be empty: ${path}`);
    if (node.compute) throw new MongoError(40176, `specification contains two conflicting paths: ${path}`);
    let next = node.children.get(part);
    if (!next) {
      next = { children: new Map() };
      node.children.set(part, next);
    }
    node = next;
  }
  if (node.compute || node.children.size > 0)
    throw new MongoError(40176, `specification contains two conflicting paths: ${path}`);
  node.compute = compute;
}

function collect(root: Node, prefix: string, specification: Document): void {
  for (const [name, value] of Object.entries(specification)) {
    const path = prefix + name;
    const isNested = isDocument(value) && Object.keys(value).length > 0 && !Object.keys(value)[0]!.startsWith('$');
    if (isNested) collect(root, `${path}.`, value);
    else place(root, path, compileExpression(value));
  }
}

/** $addFields and $set: adds computed fields to the existing ones, inside documents and arrays of documents. */
export function compileAddFields(operand: Value, variables: Variables, name: string): (document: Document) => Document {
  if (!isDocument(operand)) throw new MongoError(40272, `${name} specification stage must be an object`);
  const root: Node = { children: new Map() };
  collect(root, '', operand);
  return (document) => addTo(document, root, newScope(document, variables));
}

function addTo(document: Document, node: Node, scope: Scope): Document {
  const result: Document = { ...document };
  for (const [name, child] of node.children) {
    const value = child.compute ? child.compute(scope) : addBelow(getField(document, name), child, scope);
    if (value === undefined) delete result[name];
    else setField(result, name, value);
  }
  return result;
}

function addBelow(value: Maybe, node: Node, scope: Scope): Value {
  if (Array.isArray(value)) return value.map((element) => addBelow(element, node, scope));
  return addTo(isDocument(value) ? value : {}, node, scope);
}
