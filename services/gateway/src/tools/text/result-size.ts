/** About 20,000 tokens at four characters each. */
export const RESULT_CHARACTERS_MAX = 80_000;

export function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

/** How many items of a list fit, counted from its start. */
export function fittingItems(items: readonly unknown[], max = RESULT_CHARACTERS_MAX): number {
  let total = 2;
  for (const [index, item] of items.entries()) {
    total += sizeOf(item) + 1;
    if (total > max) return index;
  }
  return items.length;
}

/** Shortens the longest lists inside until the whole fits; says where and how much was left out. */
export function shorten(value: unknown, max = RESULT_CHARACTERS_MAX): { value: unknown; cut: string[] } {
  const copy = structuredClone(value);
  const cut = new Map<string, number>();
  while (sizeOf(copy) > max) {
    const longest = largestList(copy, 'data');
    if (!longest || longest.list.length < 2) break;
    const removed = longest.list.splice(Math.ceil(longest.list.length / 2)).length;
    cut.set(longest.path, (cut.get(longest.path) ?? 0) + removed);
  }
  return { value: copy, cut: [...cut].map(([path, count]) => `${count} more in ${path}`) };
}

type Found = { list: unknown[]; path: string; size: number };

function largestList(value: unknown, path: string): Found | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  let found: Found | undefined =
    Array.isArray(value) && value.length > 1 ? { list: value, path, size: sizeOf(value) } : undefined;
  for (const [name, item] of Object.entries(value)) {
    const inner = largestList(item, Array.isArray(value) ? path : `${path}.${name}`);
    if (inner && (!found || inner.size > found.size)) found = inner;
  }
  return found;
}
