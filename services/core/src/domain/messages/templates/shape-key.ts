import { Output, type Template } from 'liquidjs';
import { type RenderScope, renderClock } from './render-fields.ts';
import { keepsLetters, type OutputPart } from './template-outputs.ts';
import { mayVary } from './varying-value.ts';

/** Values of one person that decide the shape of a text. Equal keys have equal shapes. */
export type ShapeKey = (scope: RenderScope) => string;

/** Characters before and after a placeholder that cannot make its value part of a link. */
const [safeBefore, safeAfter] = [/(?:^|\s)["'(“‘]*$/, /^["')”’,.!?:;]*(?:\s|$)/];

/** Fields of outputs that only show a short plain value need no value in the key. All other variables do. */
export function shapeKey(
  template: string,
  variables: readonly string[],
  everything: readonly Template[],
  partOf: (output: Output) => OutputPart,
): ShapeKey {
  const outputs = everything.filter((one): one is Output => one instanceof Output);
  const counts = new Map<string, number>();
  for (const output of outputs.filter((one) => isSafe(one, template) && partOf(one).kind === 'plain'))
    for (const field of partOf(output).fields) counts.set(field, (counts.get(field) ?? 0) + 1);
  // A variable that is also read elsewhere, for example in a condition, has more mentions.
  const shown = variables.filter((name) => counts.get(name) === mentions(template, name));
  const deciding = variables.filter((name) => !shown.includes(name));
  const hasDates = template.includes('date');
  return (scope) => {
    const clock = hasDates ? scope[renderClock] : undefined;
    const values = [...deciding.map((name) => valueIn(scope, name)), ...shown.map((name) => kindIn(scope, name))];
    return JSON.stringify([values.map((value) => value ?? null), clock]);
  };
}

function isSafe(output: Output, template: string): boolean {
  const { begin, end } = output.token;
  return (
    keepsLetters(output.value) && safeBefore.test(template.slice(0, begin)) && safeAfter.test(template.slice(end))
  );
}

function mentions(template: string, name: string): number {
  return template.split(name).length - 1;
}

/** A person's values are the same for all templates. */
const kinds = new WeakMap<RenderScope, Map<string, unknown>>();

function kindIn(scope: RenderScope, name: string): unknown {
  const own = kinds.get(scope) ?? new Map<string, unknown>();
  kinds.set(scope, own);
  if (own.has(name)) return own.get(name);
  const value = valueIn(scope, name) ?? null;
  const kind = value !== null && mayVary(value) ? true : value;
  own.set(name, kind);
  return kind;
}

export function valueIn(scope: object, path: string): unknown {
  let value: unknown = scope;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}
