import { Output, type Template } from 'liquidjs';
import { isRenderField, isWrittenField, type RenderScope, renderClock } from './render-fields.ts';
import { keepsLetters, type OutputPart } from './template-outputs.ts';
import { mayVary } from './varying-value.ts';

/** Keys of a person's values. Equal keys have equal shapes. */
export interface ShapeKeys {
  /** Without the plain values that are only shown. It decides if none of them touches other letters. */
  coarse: (scope: RenderScope) => string;
  /** With all values. */
  fine: (scope: RenderScope) => string;
}

/** Fields of outputs that only show a short plain value need no value in the key. All other variables do. */
export function shapeKeys(
  template: string,
  variables: readonly string[],
  shownTemplates: readonly Template[],
  partOf: (output: Output) => OutputPart,
): ShapeKeys {
  const outputs = shownTemplates.filter((one): one is Output => one instanceof Output);
  const counts = new Map<string, number>();
  for (const output of outputs.filter((one) => keepsLetters(one.value))) {
    const { kind, source, fields } = partOf(output);
    // A variable that stands for a field can also decide a branch.
    const isDirect = kind === 'plain' && source === output.token.getText();
    if (isDirect) for (const field of fields) counts.set(field, (counts.get(field) ?? 0) + 1);
  }
  // A variable that is also read elsewhere, for example in a condition, has more mentions.
  const shown = variables.filter((name) => counts.get(name) === mentions(template, name));
  const deciding = variables.filter((name) => !shown.includes(name));
  // A computed name can be any field.
  if (!variables.every(isRenderField)) return { coarse: allOf, fine: allOf };
  const clockOf = (scope: RenderScope) => (template.includes('date') ? scope[renderClock] : undefined);
  const keyOf = (scope: RenderScope, read: (name: string) => unknown) =>
    JSON.stringify([variables.map((name) => read(name) ?? null), clockOf(scope)]);
  return {
    coarse: (scope) => keyOf(scope, (name) => (deciding.includes(name) ? valueIn(scope, name) : kindIn(scope, name))),
    fine: (scope) => keyOf(scope, (name) => valueIn(scope, name)),
  };
}

function allOf(scope: RenderScope): string {
  return JSON.stringify([scope, scope[renderClock]]);
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
  const kind = value !== null && !isWrittenField(name) && mayVary(value) ? true : value;
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
