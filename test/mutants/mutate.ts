import { parseSync, Visitor } from 'oxc-parser';

/** One small change of a source file: what stands from `start` to `end` becomes `text`. */
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

/** The operator between two parts, wherever blanks and line ends stand. */
function operatorChange(code: string, [left, right]: [Span, Span], operator: string): Omit<Mutant, 'file'>[] {
  const to = otherOperators[operator];
  const at = code.indexOf(operator, left.end);
  return to === undefined || at < 0 || at >= right.start ? [] : [{ start: at, end: at + operator.length, text: to }];
}

/** Every mutant of a file: other operators and conditions, calls and refusals left out, other constants. */
export function mutantsOf(file: string, code: string): Mutant[] {
  const found: Omit<Mutant, 'file'>[] = [];
  const condition = ({ start, end }: Span) => {
    found.push({ start, end, text: 'true' }, { start, end, text: 'false' });
  };
  const binary = (node: Span & { left: Span; right: Span; operator: string }) => {
    // A span of time, written as a product: half of it is no other behaviour.
    if (/^[\d_*\s]+$/.test(code.slice(node.start, node.end))) return;
    found.push(...operatorChange(code, [node.left, node.right], node.operator));
  };
  const declared: Span[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [keys] }) => {
      // Without an index the same records are found, in more time.
      const isIndex =
        callee.type === 'MemberExpression' && code.slice(callee.property.start, callee.property.end) === 'index';
      if (isIndex && keys) declared.push(keys);
    },
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
    Property: ({ start, end, parent }: Span & { parent?: { type: string } }) => {
      if (parent?.type !== 'ObjectPattern' && isFilter(code.slice(start, end))) found.push({ start, end, text: '' });
    },
  }).visit(parseSync(file, code).program);
  const isDeclared = (mutant: Span) => declared.some(({ start, end }) => start <= mutant.start && mutant.end <= end);
  const others = found.filter((mutant) => !isDeclared(mutant));
  return others.map((mutant) => ({ file, ...mutant })).filter((mutant) => parses(file, withMutant(code, mutant)));
}

/** What is written for people to read later is no behaviour that a test has to hold. */
const isLogLine = /^[\w.]*\blog\.(debug|info|warn|error)\(/;

/** Members of queries that hold a fence, a state or a workspace. */
const fencePattern = /^(fence|owner|state|leaseUntil|leaseOwner|workspaceId|isOpen|expiresAt)\b/;
function isFilter(text: string): boolean {
  return fencePattern.test(text);
}

function parses(file: string, code: string): boolean {
  return parseSync(file, code).errors.length === 0;
}

export function withMutant(code: string, { start, end, text }: Pick<Mutant, 'start' | 'end' | 'text'>): string {
  // A member that is left out takes its comma along.
  const rest = code.slice(end);
  return code.slice(0, start) + text + (text === '' ? rest.replace(/^\s*,/, '') : rest);
}
