import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';

export interface SourceFile {
  /** From the root of the repository, with slashes. */
  path: string;
  text: string;
  lines: number;
}

export function sourceFiles(root: string, folder: string): SourceFile[] {
  return globSync(`${folder}/**/*.ts`, {
    cwd: root,
    exclude: (name) => /(^|\/)(node_modules|data|dist|fixtures)$/.test(name),
  })
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return { path, text, lines: text.split('\n').length - 1 };
    });
}

const importPattern =
  /^(?:import|export)\s(?:(type)\s)?[^'";]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm;

/** What a file imports, also by `export … from` and `import(…)`; without what only types need when asked. */
export function importsOf({ text }: SourceFile, { withTypes = true } = {}): string[] {
  return [...text.matchAll(importPattern)].flatMap(([, type, from, bare, dynamic]) => {
    const specifier = from ?? bare ?? dynamic;
    return specifier === undefined || (type !== undefined && !withTypes) ? [] : [specifier];
  });
}

export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
}

const functionTypes = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

/** Calls `visit` for each node of the syntax tree of a file, with the name that it stands under. */
export function visitSyntax({ path, text }: SourceFile, visit: (node: SyntaxNode, name: string) => void): void {
  const walk = (value: unknown, name: string): void => {
    if (Array.isArray(value)) {
      for (const one of value) walk(one, name);
    } else if (isNode(value)) {
      const own = nameOf(value) ?? name;
      visit(value, own);
      for (const child of Object.values(value)) walk(child, own);
    }
  };
  walk(parseSync(path, text).program.body, '');
}

/** Functions with their lengths in lines, from the first parameter or keyword to the end of the body. */
export function functionLengths(file: SourceFile): { name: string; lines: number }[] {
  const found: { name: string; lines: number }[] = [];
  visitSyntax(file, ({ type, start, end }, name) => {
    if (functionTypes.includes(type)) found.push({ name, lines: file.text.slice(start, end).split('\n').length });
  });
  return found;
}

/** Lines on which an object literal is spread into an object literal, or a list into a list. */
export function spreadLiterals(file: SourceFile): number[] {
  const found: number[] = [];
  visitSyntax(file, (node) => {
    const members = 'properties' in node ? node.properties : 'elements' in node ? node.elements : [];
    for (const member of Array.isArray(members) ? members : [])
      if (isNode(member) && member.type === 'SpreadElement' && 'argument' in member && isNode(member.argument))
        if (member.argument.type === node.type) found.push(file.text.slice(0, member.start).split('\n').length);
  });
  return found;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;
}

/** Name of a function, method, constant, or property; undefined for any other part of the program. */
function nameOf(node: object): string | undefined {
  const named = 'id' in node ? node.id : 'key' in node ? node.key : undefined;
  if (typeof named !== 'object' || named === null || !('name' in named)) return undefined;
  return String(named.name);
}
