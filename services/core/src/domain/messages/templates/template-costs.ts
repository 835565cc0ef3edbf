import { CaseTag, type Context, defaultOperators, type Emitter, type Liquid, Token } from 'liquidjs';

type Filters = Liquid['filters'];
type Handler = Extract<Filters[string], (...args: never[]) => unknown>;

/** In the worst case, search time is the text length times the pattern length. */
const patternLengthMax = 200;
const dateFormatLengthMax = 100;
/** Cost of one step in addition to the size of its operands, and of one step that formats a time zone. */
const stepCost = 10;
const dateCost = 5_000;
/** Cost of comparing with a list item, relative to a character. */
const itemCost = 10;

/** Maximum length of the first argument, for filters that search for it or process it piece by piece. */
const argumentLengthMax: Record<string, number> = {
  replace: patternLengthMax,
  replace_first: patternLengthMax,
  split: patternLengthMax,
  remove: patternLengthMax,
  remove_first: patternLengthMax,
  date: dateFormatLengthMax,
};

function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + itemCost + sizeOf(item), 0);
  return typeof value === 'string' ? value.length : 0;
}

/**
 * The render limit is checked only between tags, and the memory limit only on allocation. This adds a cost for reading.
 */
function charge(context: Context, operands: unknown[], cost = stepCost): void {
  context.memoryLimit.use(cost + sizeOf(operands));
}

function expectShort(name: string, pattern: unknown, lengthMax: number): void {
  if (sizeOf(pattern) > lengthMax) throw new Error(`${name} takes at most ${lengthMax} characters`);
}

function chargedFilter(name: string, filter: Filters[string]): Filters[string] {
  const handler: Handler = typeof filter === 'function' ? filter : filter.handler;
  const charged: Handler = function (value, ...args) {
    charge(this.context, [value, ...args], name === 'date' ? dateCost : stepCost);
    expectShort(name, args[0], argumentLengthMax[name] ?? Number.POSITIVE_INFINITY);
    return handler.call(this, value, ...args);
  };
  return typeof filter === 'function' ? charged : { ...filter, handler: charged };
}

/** Adds a cost for reading to each filter. */
export function chargeFilters(filters: Filters): void {
  for (const [name, filter] of Object.entries(filters)) filters[name] = chargedFilter(name, filter);
}

type Operator = (left: unknown, right: unknown, context: Context) => unknown;

function chargedOperator(name: string): Operator {
  const operator = defaultOperators[name] as Operator;
  return function* (left, right, context) {
    charge(context, [left, right]);
    if (name === 'contains') expectShort(name, right, patternLengthMax);
    return (yield operator(left, right, context)) as boolean;
  };
}

const comparing = ['==', '!=', '<', '>', '<=', '>=', 'contains'];

/** The default operators, with a cost for reading. */
export const chargedOperators = {
  ...defaultOperators,
  ...Object.fromEntries(comparing.map((name) => [name, chargedOperator(name)])),
} as typeof defaultOperators;

/**
 * Rejects lists in `case`. The tag compares without the charged operators, and would read all items of a list for each
 * `when`.
 */
export class PlainCaseTag extends CaseTag {
  override *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    if (Array.isArray(yield this.value.value(context, true))) throw new Error('case takes no list');
    yield* super.render(context, emitter);
  }
}

/**
 * Rejects lists in outputs, because each output would join the items without a charge. The `join` filter is charged.
 */
export function shownPlain(escaped: (value: unknown) => unknown): (value: unknown) => string {
  return (value) => {
    if (Array.isArray(value)) throw new Error('a list is shown with join');
    return escaped(value) as string;
  };
}

/**
 * The library counts each variable's position from the start of the template. For many variables, that is most of the
 * work.
 */
export function withoutPositions<T>(analyse: () => T): T {
  const { getPosition } = Token.prototype;
  Token.prototype.getPosition = () => [0, 0];
  try {
    return analyse();
  } finally {
    Token.prototype.getPosition = getPosition;
  }
}
