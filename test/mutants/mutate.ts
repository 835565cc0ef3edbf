import { parseSync, Visitor } from 'oxc-parser';

/** One small change of a source file: the range from `start` to `end` becomes `text`. */
export interface Mutant {
  file: string;
  start: number;
  end: number;
  text: string;
}

const otherOperators: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

interface Span {
  start: number;
  end: number;
}

/** The operator between two nodes, regardless of whitespace. */
function operatorChange(code: string, [left, right]: [Span, Span], operator: string): Omit<Mutant, 'file'>[] {
  const to = otherOperators[operator];
  const at = code.indexOf(operator, left.end);
  return to === undefined || at < 0 || at >= right.start ? [] : [{ start: at, end: at + operator.length, text: to }];
}

/** Every mutant of a file: other operators and conditions, removed calls and rejections, other constants. */
export function mutantsOf(file: string, code: string): Mutant[] {
  const found: Omit<Mutant, 'file'>[] = [];
  const condition = ({ start, end }: Span) => {
    found.push({ start, end, text: 'true' }, { start, end, text: 'false' });
  };
  const binary = (node: Span & { left: Span; right: Span; operator: string }) => {
    // A duration written as a product. Half of it is no different behavior.
    if (/^[\d_*\s]+$/.test(code.slice(node.start, node.end))) return;
    found.push(...operatorChange(code, [node.left, node.right], node.operator));
  };
  const declared: Span[] = [];
  // Removing a name from an object pattern is no mutant: the code fails, which any test notices.
  const bound = new Set<number>();
  new Visitor({
    CallExpression: ({ callee, arguments: [keys, options] }) => {
      // Without an index, queries find the same records more slowly. A unique index rejects a second record.
      const isIndex =
        callee.type === 'MemberExpression' && code.slice(callee.property.start, callee.property.end) === 'index';
      if (isIndex && keys) declared.push(keys);
      // A model without a path for each member doesn't compile (`stored`). The content of a path is mutated.
      const isSchema = callee.type === 'Identifier' && callee.name === 'stored';
      if (isSchema && keys?.type === 'ObjectExpression') for (const { start } of keys.properties) bound.add(start);
      if (isIndex && options && !code.slice(options.start, options.end).includes('unique')) declared.push(options);
    },
    // Types have no effect at run time. The compiler notices wrong ones.
    TSLiteralType: (node) => void declared.push(node),
    BinaryExpression: (node) => binary(node),
    LogicalExpression: (node) => binary(node),
    IfStatement: ({ test }) => condition(test),
    ConditionalExpression: ({ test }) => condition(test),
    ThrowStatement: ({ start, end }) => void found.push({ start, end, text: ';' }),
    ExpressionStatement: ({ start, end, expression }) => {
      if (isLogLine.test(code.slice(start, end))) return;
      const isCall = ['AwaitExpression', 'CallExpression', 'AssignmentExpression', 'UpdateExpression'];
      if (isCall.includes(expression.type)) found.push({ start, end, text: ';' });
    },
    Literal: ({ start, end, value }) => {
      if (value === 0 || value === 1) found.push({ start, end, text: String(value + 1) });
      if (typeof value === 'boolean') found.push({ start, end, text: String(!value) });
    },
    ObjectPattern: ({ properties }) => {
      for (const { start } of properties) bound.add(start);
    },
    Property: ({ start, end }) => {
      if (!bound.has(start) && isFilter(code.slice(start, end))) found.push({ start, end, text: '' });
    },
  }).visit(parseSync(file, code).program);
  const isDeclared = (mutant: Span) => declared.some(({ start, end }) => start <= mutant.start && mutant.end <= end);
  const others = found.filter((mutant) => !isDeclared(mutant));
  return others.map((mutant) => ({ file, ...mutant })).filter((mutant) => parses(file, withMutant(code, mutant)));
}

/** Texts for people are not behavior that tests must check. */
const isLogLine = /^[\w.]*\blog\.(debug|info|warn|error)\(/;

/** Query members with a fence, a state, or a workspace. */
const fencePattern = /^(fence|owner|state|leaseUntil|leaseOwner|workspaceId|isOpen|expiresAt)\b/;
function isFilter(text: string): boolean {
  return fencePattern.test(text);
}

function parses(file: string, code: string): boolean {
  return parseSync(file, code).errors.length === 0;
}

export function withMutant(code: string, { start, end, text }: Pick<Mutant, 'start' | 'end' | 'text'>): string {
  // Removes the comma with the member.
  const rest = code.slice(end);
  return code.slice(0, start) + text + (text === '' ? rest.replace(/^\s*,/, '') : rest);
}
