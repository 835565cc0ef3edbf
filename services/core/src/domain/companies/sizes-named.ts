export interface NamedSize {
  /** The description without words about size. */
  rest: string;
  /** Number of employees, both ends included. Undefined if no size is named. */
  range?: { min: number; max: number };
}

const any = Number.POSITIVE_INFINITY;
const people = '(?:employees?|people|staff|headcount|heads)';
const number = '(\\d[\\d,.]*)';

// Excludes a company's customers, as in "software for small businesses".
const own = '(?<!\\b(?:for|to|serving|helping)\\s)';

type Bounds = [min: number, max: number];
type Rule = [pattern: RegExp, bounds: (first: number, second: number) => Bounds];

/** Phrases for a size, with the matching number of employees. */
const rules: Rule[] = [
  [new RegExp(`(?:with )?${number}\\s*(?:-|–|to)\\s*${number}\\s*${people}`, 'gi'), (low, high) => [low, high]],
  [new RegExp(`(?:with )?(?:fewer|less) than ${number}\\s*${people}`, 'gi'), (high) => [0, high - 1]],
  [new RegExp(`(?:with )?(?:under|below) ${number}\\s*${people}`, 'gi'), (high) => [0, high - 1]],
  [new RegExp(`(?:with )?(?:up to|at most) ${number}\\s*${people}`, 'gi'), (high) => [0, high]],
  [new RegExp(`(?:with )?(?:more than|over|above) ${number}\\s*${people}`, 'gi'), (low) => [low + 1, any]],
  [new RegExp(`(?:with )?at least ${number}\\s*${people}`, 'gi'), (low) => [low, any]],
  [new RegExp(`(?:with )?${number}\\s*\\+\\s*${people}`, 'gi'), (low) => [low, any]],
  [new RegExp(`${own}\\b(?:small|tiny)\\b`, 'gi'), () => [0, 50]],
  [new RegExp(`${own}\\b(?:mid[- ]?sized?|medium[- ]sized|mid[- ]?market)\\b`, 'gi'), () => [51, 1000]],
  [new RegExp(`${own}\\b(?:large|big|huge)\\b`, 'gi'), () => [501, any]],
  [new RegExp(`${own}\\bstart[- ]?ups?\\b`, 'gi'), () => [0, 200]],
];

function read(digits: string | undefined): number {
  return Number((digits ?? '').replace(/[,.]/g, ''));
}

/** Company size named in a plain description, such as "mid-sized", "with fewer than 50 employees", or "start-ups". */
export function sizeNamedIn(description: string): NamedSize {
  let rest = description;
  let range: NamedSize['range'];
  for (const [pattern, bounds] of rules) {
    rest = rest.replace(pattern, (_found, ...parts: unknown[]) => {
      const digits = parts.filter((part) => typeof part === 'string' && /^\d/.test(part)) as string[];
      const [min, max] = bounds(read(digits[0]), read(digits[1]));
      range = { min: Math.max(min, range?.min ?? 0), max: Math.min(max, range?.max ?? any) };
      return ' ';
    });
  }
  return { rest, ...(range && { range }) };
}
