import { type Comment, type Expression, parseSync, Visitor } from 'oxc-parser';
import { codeMark, lineFinder, type Passage, type PassageKind, separatorBefore, withoutMarkup } from './passage.ts';

/** Members whose text is shown to people or models. */
const publicMembers = new Set(
  'title summary description text message label hint help note remedy reason why about heading button placeholder instructions question caption'.split(
    ' ',
  ),
);
/** Methods that print to a terminal or a log, such as `process.stderr.write` and `log.warn`. */
const printers = new Set('write log info warn error fatal'.split(' '));
const testFunctions = new Set(['test', 'describe', 'bench']);
const directive = /^\s*(?:biome-ignore|@ts-|eslint|prettier|#(?:region|endregion)|@type\b|@vitest)/;

/** Comments, test names, and public strings of a TypeScript or JavaScript file. */
export function passagesOfCode(file: string, source: string): Passage[] {
  const { program, comments } = parseSync(file, source);
  const lineOf = lineFinder(source);
  const passages: Passage[] = commentsOf(source, comments).map(({ start, text }) => ({
    file,
    line: lineOf(start),
    kind: 'comment',
    text: withoutMarkup(text),
  }));
  const add = (kind: PassageKind, node: Found) => {
    const text = withoutMarkup(node.text).trim();
    if (/\p{L}{2}.*\s.*\p{L}{2}/su.test(text)) passages.push({ file, line: lineOf(node.start), kind, text });
  };
  const isTest = /\.(test|bench)\.ts$/.test(file);
  const strings = isTest ? testNamesOf : publicStringsOf;
  strings(program, (node) => add(isTest ? 'test name' : 'public', node));
  return passages.sort((a, b) => a.line - b.line);
}

interface Found {
  start: number;
  text: string;
}

type Program = ReturnType<typeof parseSync>['program'];

/** Names of tests and groups of tests, also of `test.each(…)(name)`. */
function testNamesOf(program: Program, add: (found: Found) => void): void {
  new Visitor({
    CallExpression({ callee, arguments: [name] }) {
      const root = source(callee);
      if (root === undefined || !testFunctions.has(root) || name === undefined || name.type === 'SpreadElement') return;
      for (const found of textsOf(name)) add(found);
    },
  }).visit(program);
}

/** Name at the root of `test`, `test.skip`, `test.each([…])`. */
function source(callee: Expression): string | undefined {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return source(callee.object);
  return callee.type === 'CallExpression' ? source(callee.callee) : undefined;
}

/** Texts of known members, of errors, and of what is printed; and every string that is a whole sentence. */
function publicStringsOf(program: Program, add: (found: Found) => void): void {
  const seen = new Set<number>();
  const addOnce = (found: Found) => {
    if (!seen.has(found.start)) add(found);
    seen.add(found.start);
  };
  const addAll = (node: Expression) => textsOf(node).forEach(addOnce);
  new Visitor({
    Property({ key, value }) {
      const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : undefined;
      if (typeof name === 'string' && publicMembers.has(name)) addAll(value as Expression);
    },
    NewExpression({ callee, arguments: given }) {
      if (callee.type !== 'Identifier' || !callee.name.endsWith('Error')) return;
      for (const argument of given) if (argument.type !== 'SpreadElement') addAll(argument);
    },
    CallExpression({ callee, arguments: given }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (!printers.has(callee.property.name)) return;
      for (const argument of given) if (argument.type !== 'SpreadElement') addAll(argument);
    },
    Literal({ start, value }) {
      if (typeof value === 'string' && isSentence(value)) addOnce({ start, text: value });
    },
    TemplateLiteral(node) {
      const [found] = textsOf(node);
      if (found !== undefined && isSentence(found.text)) addOnce(found);
    },
  }).visit(program);
}

/** True if the text has at least four words, begins like a sentence, and ends like one. */
function isSentence(text: string): boolean {
  return /^\s*["“⟨]?[A-Z⟨][\p{L}’'⟩]*,?(?:\s+\S+){3,}[.?!:]\s*$/su.test(text) && !/[<>{}\\]|=>/.test(text);
}

/** Texts of an expression: a literal, a template, both sides of a condition or a sum. */
function textsOf(node: Expression): Found[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [{ start: node.start, text: node.value }] : [];
  if (node.type === 'TemplateLiteral') {
    const parts = node.quasis.map(({ value }) => value.cooked ?? value.raw);
    return [{ start: node.start, text: parts.join(codeMark) }];
  }
  if (node.type === 'ConditionalExpression') return [...textsOf(node.consequent), ...textsOf(node.alternate)];
  if (node.type === 'LogicalExpression') return [...textsOf(node.left), ...textsOf(node.right)];
  if (node.type === 'BinaryExpression' && node.operator === '+') return joined(node.left as Expression, node.right);
  return [];
}

/** One text of `'Needs ' + count + ' credits.'`. */
function joined(left: Expression, right: Expression): Found[] {
  const [first] = textsOf(left);
  const [second] = textsOf(right);
  if (first === undefined && second === undefined) return [];
  return [{ start: left.start, text: `${first?.text ?? codeMark}${second?.text ?? codeMark}` }];
}

/** Comments, with line comments on consecutive lines joined to one. Directives and `#!` lines are skipped. */
function commentsOf(source: string, comments: Comment[]): Found[] {
  const found: (Found & { end: number; isLine: boolean })[] = [];
  for (const { type, value, start, end } of comments) {
    if (directive.test(value) || source.startsWith('#!', start)) continue;
    const last = found.at(-1);
    if (type === 'Line' && last?.isLine === true && /^\s*$/.test(source.slice(last.end, start))) {
      last.text += `${separatorBefore(/^\s*/.exec(value)![0])}${value.trim()}`;
      last.end = end;
    } else found.push({ start, end, isLine: type === 'Line', text: type === 'Line' ? value.trim() : blockText(value) });
  }
  return found.filter(({ text }) => /\p{L}{2}.*\s.*\p{L}{2}/su.test(text));
}

/** Text of a block comment without its stars. Blank lines stay, so that paragraphs do not run together. */
function blockText(value: string): string {
  return value
    .replace(/^\*/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*\s?/, '').trim())
    .join('\n')
    .trim();
}
