import { parseSync, Visitor } from 'oxc-parser';

/** Visits of each branch of the mutated files, by `file:where it starts`. */
export type Visits = Record<string, number>;

interface Branch {
  start: number;
  end: number;
  /** Code to insert around a node, so that a counter can come first. */
  is: 'block' | 'statement' | 'expression';
}

interface Node {
  type: string;
  start: number;
  end: number;
}

/** Code that runs completely or not at all: function bodies, blocks, and statements of conditions. Outer ones first. */
export function branchesOf(file: string, code: string): Branch[] {
  const branches: Branch[] = [];
  const add = ({ start, end }: Node, is: Branch['is']) => void branches.push({ start, end, is });
  const addStatement = (node: Node | null) => {
    if (node && node.type !== 'BlockStatement') add(node, 'statement');
  };
  new Visitor({
    BlockStatement: (node) => add(node, 'block'),
    ArrowFunctionExpression: ({ body }) => {
      if (body.type !== 'BlockStatement') add(body, 'expression');
    },
    ConditionalExpression: ({ consequent, alternate }) => {
      add(consequent, 'expression');
      add(alternate, 'expression');
    },
    IfStatement: ({ consequent, alternate }) => {
      addStatement(consequent);
      addStatement(alternate);
    },
  }).visit(parseSync(file, code).program);
  return branches.sort((a, b) => a.start - b.start || b.end - a.end);
}

const around = { block: ['{', ''], statement: ['{', '}'], expression: ['(', ')'] } as const;

/** The same file with a counter in each branch. */
export function withCounters(file: string, code: string): string {
  const inserts = branchesOf(file, code).flatMap(({ start, end, is }, depth) => {
    const name = JSON.stringify(`${file}:${start}`);
    const count = `globalThis.visits[${name}] = (globalThis.visits[${name}] ?? 0) + 1${is === 'expression' ? ',' : ';'}`;
    if (is === 'block') return [{ at: start + 1, depth, text: count }];
    const [before, after] = around[is];
    return [
      { at: start, depth, text: `${before}${count}` },
      { at: end, depth: -depth, text: after },
    ];
  });
  return inserts
    .sort((a, b) => b.at - a.at || b.depth - a.depth)
    .reduce((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), code);
}

/** The innermost branch around a position; undefined at the top level. */
export function branchAt(file: string, code: string, place: number): string | undefined {
  const innermost = branchesOf(file, code)
    .filter(({ start, end }) => start <= place && place < end)
    .at(-1);
  return innermost && `${file}:${innermost.start}`;
}

/** The first branch after a position: that of a condition that ends there. */
export function branchAfter(file: string, code: string, place: number): string | undefined {
  const next = branchesOf(file, code).find(({ start }) => start >= place);
  return next && `${file}:${next.start}`;
}
