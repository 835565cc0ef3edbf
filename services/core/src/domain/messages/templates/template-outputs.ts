import { type AssignTag, type Output, Tag, type Template, type Value } from 'liquidjs';
import { isRenderField } from './render-fields.ts';

/** Part of an output that an approval covers. */
export interface OutputPart {
  /** The placeholder as written, or as written where its variable was assigned. */
  source: string;
  /** Fields that it shows. */
  fields: string[];
  /**
   * plain: a field's own value. derived: made from fields by filters that can change its meaning. other: assigned or
   * captured text, which belongs to the text of the template.
   */
  kind: 'plain' | 'derived' | 'other';
}

/** Filters that keep the meaning of a value. */
const keeping = new Set([
  'default',
  'capitalize',
  'upcase',
  'downcase',
  'strip',
  'lstrip',
  'rstrip',
  'escape',
  'truncate',
]);

/** Variables that the template assigns. An alias stands for a field, assigned once and outside of any branch. */
export interface Assigned {
  names: Set<string>;
  aliases: Map<string, OutputPart>;
}

/** Names that an output reads, each a dotted path. */
export type VariablesOf = (template: Template) => string[];

export function assignedIn(
  templates: readonly Template[],
  all: Iterable<Template>,
  variablesOf: VariablesOf,
): Assigned {
  const names = new Set<string>();
  const counts = new Map<string, number>();
  for (const template of all) {
    for (const local of localsOf(template)) {
      names.add(local);
      counts.set(local, (counts.get(local) ?? 0) + 1);
    }
  }
  const aliases = new Map<string, OutputPart>();
  for (const template of templates) {
    if (!isAssign(template)) continue;
    const [name = ''] = localsOf(template);
    const value: unknown = Reflect.get(template, 'value');
    const part = partOf(value, variablesOf(template), { names, aliases: new Map() });
    if (counts.get(name) !== 1 || part.kind !== 'plain' || part.fields.length === 0) continue;
    const [, written = ''] = /=\s*([\s\S]*?)\s*-?%\}$/.exec(template.token.getText()) ?? [];
    aliases.set(name, { ...part, source: `{{ ${written} }}` });
  }
  return { names, aliases };
}

function isAssign(template: Template): template is AssignTag {
  return template instanceof Tag && template.name === 'assign';
}

function localsOf(template: Template): string[] {
  return [...(template.localScope?.() ?? [])].map((local) => local.content);
}

export function outputPart(output: Output, assigned: Assigned, variablesOf: VariablesOf): OutputPart {
  const names = variablesOf(output);
  const [name = ''] = names;
  const part = partOf(output.value, names, assigned);
  const alias = names.length === 1 ? assigned.aliases.get(name) : undefined;
  if (alias !== undefined && keepsMeaning(output.value)) return alias;
  return { ...part, source: output.token.getText() };
}

function partOf(value: unknown, names: string[], assigned: Assigned): OutputPart {
  const isOwn = (name: string) => isRenderField(name) && !assigned.names.has(name.split('.')[0]!);
  const fields = isNow(value) ? ['now'] : names;
  if (!names.every(isOwn)) return { source: '', fields, kind: 'other' };
  return { source: '', fields, kind: isNow(value) || keepsMeaning(value) ? 'plain' : 'derived' };
}

function filtersOf(value: unknown): Value['filters'] {
  return isValue(value) ? value.filters : [];
}

function isValue(value: unknown): value is Value {
  return typeof value === 'object' && value !== null && 'filters' in value && 'initial' in value;
}

/** The last filter of an output is its escape, which has no name of its own. */
function namesOfFilters(value: unknown): string[] {
  return filtersOf(value).flatMap(({ name }) => (/^\w+$/.test(name) ? [name] : []));
}

function keepsMeaning(value: unknown): boolean {
  return namesOfFilters(value).every((name) => keeping.has(name));
}

/** True if the filters keep the letters of a value, so that a plain value stays plain. */
export function keepsLetters(value: Value): boolean {
  return namesOfFilters(value).every((name) => ['default', 'capitalize', 'upcase', 'downcase', 'strip'].includes(name));
}

/** The current date or time, in a format that the template shows. */
function isNow(value: unknown): boolean {
  if (!isValue(value)) return false;
  const [token] = value.initial.postfix;
  const text = token?.getText() ?? '';
  return /^["'](?:now|today)["']$/.test(text) && namesOfFilters(value).every((name) => name === 'date');
}

/** An expression without its filters, as written. */
export function expressionText({ initial }: Value): string {
  const tokens = initial.postfix;
  const [first] = tokens;
  if (first === undefined) return '';
  const begin = Math.min(...tokens.map((token) => token.begin));
  return first.input.slice(begin, Math.max(...tokens.map(({ end }) => end))).trim();
}
