import { type Context, Output, type Template, Value } from 'liquidjs';

/** All values that a template evaluates at any depth: outputs, assignments, and tag conditions. */
export function* valuesOf(node: unknown, seen: Set<object> = new Set()): Generator<Value> {
  if (node === null || typeof node !== 'object' || seen.has(node)) return;
  seen.add(node);
  if (node instanceof Value) yield node;
  else if (Array.isArray(node)) for (const item of node) yield* valuesOf(item, seen);
  else for (const [name, part] of Object.entries(node)) if (!outside.has(name)) yield* valuesOf(part, seen);
}

/** Template members that point outside the template. */
const outside = new Set(['liquid', 'token', 'tokenizer']);

/**
 * Requires a value only for the last fallback of a chain. Earlier fields may be missing. The library itself allows that
 * only before the first fallback, and otherwise requires every field of a chain.
 */
export function allowMissingBeforeDefaults(templates: Template[]): void {
  for (const value of valuesOf(templates)) {
    const last = value.filters.findLastIndex(({ name }) => name === 'default');
    if (last >= 0) value.value = (context) => evaluate(value, last, context);
  }
}

/** True for values that `default` replaces. */
function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === false || (value as { length?: number }).length === 0;
}

function* evaluate({ initial, filters }: Value, last: number, context: Context): Generator<unknown, unknown, unknown> {
  const isStrict = context.strictVariables;
  context.strictVariables = false;
  try {
    let result = yield initial.evaluate(context, true);
    for (const [index, filter] of filters.entries()) {
      if (index >= last) context.strictVariables = isStrict && (index > last || isMissing(result));
      result = yield filter.render(result, context);
    }
    return result;
  } finally {
    context.strictVariables = isStrict;
  }
}

/**
 * True if an output compares or joins conditions. For example, "{{ firstName or "there" }}" would greet everyone with
 * "true".
 */
export function hasOperatorInOutput(templates: Template[]): boolean {
  for (const output of outputsOf(templates)) {
    const postfix: unknown = Reflect.get(output.value.initial, 'postfix');
    if (Array.isArray(postfix) && postfix.length > 1) return true;
  }
  return false;
}

function* outputsOf(node: unknown, seen: Set<object> = new Set()): Generator<Output> {
  if (node === null || typeof node !== 'object' || seen.has(node)) return;
  seen.add(node);
  if (node instanceof Output) yield node;
  else if (Array.isArray(node)) for (const item of node) yield* outputsOf(item, seen);
  else for (const [name, part] of Object.entries(node)) if (!outside.has(name)) yield* outputsOf(part, seen);
}
