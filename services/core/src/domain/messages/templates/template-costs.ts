import { CaseTag, type Context, defaultOperators, type Emitter, type Liquid, Token } from 'liquidjs';

type Filters = Liquid['filters'];
type Handler = Extract<Filters[string], (...args: never[]) => unknown>;

/** Searching takes as long as text times pattern in the worst case. */
const patternLengthMax = 200;
const dateFormatLengthMax = 100;
/** What one step costs beside the size of what it reads, and one with a formatter of the time zone. */
const stepCost = 10;
const dateCost = 5_000;
/** Comparing with an item of a list takes so much longer than with a character. */
const itemCost = 10;

/** What a first argument may be at most, for the filters that search for it or work it off. */
const argumentLengthMax: Record<string, number> = {
  ...{ replace: patternLengthMax, replace_first: patternLengthMax, split: patternLengthMax },
  ...{ remove: patternLengthMax, remove_first: patternLengthMax, date: dateFormatLengthMax },
};

function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + itemCost + sizeOf(item), 0);
  return typeof value === 'string' ? value.length : 0;
}

/** The render limit is looked at between tags only, the memory limit when something is made: reading has its price here. */
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

/** The same filters, each paying for what it reads. */
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

/** The same operators, each paying for what it reads. */
export const chargedOperators = {
  ...defaultOperators,
  ...Object.fromEntries(comparing.map((name) => [name, chargedOperator(name)])),
} as typeof defaultOperators;

/** Compares with each value of a row without an operator: with a list, that is all of its items each time. */
export class PlainCaseTag extends CaseTag {
  override *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    if (Array.isArray(yield this.value.value(context, true))) throw new Error('case takes no list');
    yield* super.render(context, emitter);
  }
}

/** A list that is shown is put together each time, at no price; with `join` it has one. */
export function shownPlain(escaped: (value: unknown) => unknown): (value: unknown) => string {
  return (value) => {
    if (Array.isArray(value)) throw new Error('a list is shown with join');
    return escaped(value) as string;
  };
}

/** The place of each variable is counted from the beginning of the template: with many of them that is most of the work. */
export function withoutPositions<T>(analyse: () => T): T {
  const { getPosition } = Token.prototype;
  Token.prototype.getPosition = () => [0, 0];
  try {
    return analyse();
  } finally {
    Token.prototype.getPosition = getPosition;
  }
}
