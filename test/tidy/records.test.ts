import { expect, test } from 'vitest';
import { type SourceFile, type SyntaxNode, sourceFiles, visitSyntax } from './read-source.ts';

const root = new URL('../..', import.meta.url).pathname;
/** A declaration gives the type (`stored`, `Static`), and a schema gives the view (`viewOf`). Both may only shrink. */
const pairsMax = 15;
const viewsMax = 8;
/** Smaller shapes agree by chance, such as an ID with a name. */
const membersMin = 4;
const shareMin = 0.8;

type Tree = SyntaxNode & Record<string, unknown>;

interface Shape {
  at: string;
  names: string[];
}

function namesIn(members: unknown): string[] {
  return (members as Tree[]).flatMap(({ key }) => (key as { name?: string } | undefined)?.name ?? []);
}

/** Members of interfaces, and of object literals from which a schema is made. */
function shapesIn(file: SourceFile): { interfaces: Shape[]; schemas: Shape[] } {
  const found: { interfaces: Shape[]; schemas: Shape[] } = { interfaces: [], schemas: [] };
  visitSyntax(file, (node, name) => {
    const { type, body, callee, arguments: given } = node as Tree;
    const at = `${file.path}: ${name}`;
    if (type === 'TSInterfaceDeclaration') found.interfaces.push({ at, names: namesIn((body as Tree).body) });
    if (type !== 'CallExpression' || !/\b(stored|Object|Input)$/.test(textOf(file, callee as Tree))) return;
    const [members] = given as Tree[];
    if (members?.type === 'ObjectExpression') found.schemas.push({ at, names: namesIn(members.properties) });
  });
  return found;
}

function textOf({ text }: SourceFile, { start, end }: SyntaxNode): string {
  return text.slice(start, end);
}

/** True if most members of the two are the same. The store adds the ID to a document. */
function isPair(left: string[], right: string[]): boolean {
  const same = left.filter((name) => right.includes(name)).length;
  return same >= membersMin && same >= shareMin * Math.max(left.length, right.length);
}

/** Where the value of a member is taken from: "record.name" and "record.name?.toISOString() ?? null". */
function sourceOf(node: Tree, bound: Map<string, string>): { from: string; name: string } | undefined {
  const inner = (node.left ?? node.expression) as Tree | undefined;
  if (['LogicalExpression', 'ChainExpression', 'TSAsExpression'].includes(node.type)) return sourceOf(inner!, bound);
  const callee = node.callee as Tree | undefined;
  if (node.type === 'CallExpression' && (callee!.property as Tree | undefined)?.name === 'toISOString')
    return sourceOf(callee!.object as Tree, bound);
  const [object, property] = [node.object as Tree | undefined, node.property as Tree | undefined];
  if (node.type === 'MemberExpression' && object!.type === 'Identifier')
    return { from: String(object!.name), name: String(property!.name) };
  const source = node.type === 'Identifier' ? bound.get(String(node.name)) : undefined;
  return source === undefined ? undefined : { from: source, name: String(node.name) };
}

/** Names that a pattern takes from one object: of a parameter, or "const { id, name } = record". */
function boundIn(file: SourceFile): Map<string, string> {
  const bound = new Map<string, string>();
  visitSyntax(file, (node) => {
    const { type, params, id, init } = node as Tree;
    const patterns = [...((params as Tree[] | undefined) ?? []).map((pattern) => [pattern, pattern] as const)];
    if (type === 'VariableDeclarator' && init) patterns.push([id as Tree, init as Tree]);
    for (const [pattern, source] of patterns)
      if (pattern.type === 'ObjectPattern')
        for (const name of namesIn(pattern.properties)) bound.set(name, textOf(file, source));
  });
  return bound;
}

/** Object literals that are a result, or a part of one. */
function literalsIn(value: Tree | null | undefined): Tree[] {
  if (!value) return [];
  const { type, properties, elements, consequent, alternate, left, right, expression } = value;
  if (type === 'ObjectExpression')
    return [value, ...(properties as Tree[]).flatMap((member) => literalsIn(member.value as Tree))];
  if (type === 'ArrayExpression') return (elements as Tree[]).flatMap(literalsIn);
  return [consequent, alternate, left, right, expression].flatMap((part) => literalsIn(part as Tree));
}

/** Functions whose result mostly copies the members of one record, under their own names. */
function copiesIn(file: SourceFile): string[] {
  const found: string[] = [];
  const bound = boundIn(file);
  visitSyntax(file, (node, name) => {
    const { type, argument, body, expression } = node as Tree;
    const isArrow = type === 'ArrowFunctionExpression' && expression === true;
    const result = type === 'ReturnStatement' ? argument : isArrow ? body : null;
    for (const { properties } of literalsIn(result as Tree | null)) {
      const members = properties as Tree[];
      const sources = members.map(({ key, value }) => {
        const taken = value ? sourceOf(value as Tree, bound) : undefined;
        return taken !== undefined && taken.name === (key as Tree).name ? taken.from : undefined;
      });
      const copied = Math.max(...sources.map((one) => sources.filter((other) => one && other === one).length));
      if (copied > membersMin && copied >= 0.6 * members.length) found.push(`${file.path}: ${name} copies ${copied}`);
    }
  });
  return found;
}

const files = ['services/core/src', 'services/gateway/src']
  .flatMap((folder) => sourceFiles(root, folder))
  .filter(({ path }) => !/\.test\.ts$|\/testing\//.test(path));

test('few interfaces repeat a schema', () => {
  const shapes = files.filter(({ text }) => /\binterface |\b(?:stored|Object|Input)\(\s*\{/.test(text)).map(shapesIn);
  const schemas = shapes.flatMap((one) => one.schemas);
  const pairs = shapes
    .flatMap((one) => one.interfaces)
    .flatMap(({ at, names }) => {
      const twin = schemas.find((schema) => isPair(names, schema.names));
      return twin === undefined ? [] : [`${at} = ${twin.at}`];
    });
  expect(pairs.length, `derive the type from the schema:\n${pairs.join('\n')}`).toBeLessThanOrEqual(pairsMax);
});

test('few functions copy the members of a record one by one', () => {
  const views = files
    .filter(({ path, text }) => /\/(actions|engine|web|http)\//.test(path) && /return \{|\(\{$|=> \(/m.test(text))
    .flatMap(copiesIn);
  expect(views.length, `use viewOf:\n${views.join('\n')}`).toBeLessThanOrEqual(viewsMax);
});
