import { Liquid, type Template } from 'liquidjs';
import { escapeHtml } from '../../text/html.ts';
import type { BodyFormat } from '../body-format.ts';
import { isRenderField, type RenderScope, renderFieldNames } from './render-fields.ts';
import { chargedOperators, chargeFilters, PlainCaseTag, shownPlain, withoutPositions } from './template-costs.ts';

export const subjectLengthMax = 300;
export const bodyLengthMax = 20_000;
/** A filled-in text: fields of a contact may be longer than their placeholders. */
const renderedLengthMax = 2 * bodyLengthMax;

const allowedTags = new Set(['if', 'unless', 'elsif', 'else', 'case', 'when', 'assign', 'comment', 'raw', 'capture']);

// Those alone that cannot do much with little: none that runs an expression for each item of a list, or a pattern over a
// text, inside of which the render limit is not looked at; and nothing by chance, for a preview shows what is sent.
const allowedFilters = new Set([
  ...['append', 'prepend', 'capitalize', 'upcase', 'downcase', 'strip', 'lstrip', 'rstrip', 'strip_newlines'],
  ...['replace', 'replace_first', 'remove', 'remove_first', 'truncate', 'truncatewords', 'newline_to_br'],
  ...['default', 'date', 'size', 'slice', 'split', 'first', 'last', 'join', 'escape', 'url_encode'],
  ...['abs', 'at_least', 'at_most', 'ceil', 'floor', 'round', 'plus', 'minus', 'times', 'divided_by', 'modulo'],
]);

/** What of a contact's values would be read as markup. */
const markdownSigns = /[\\`*_[\]<>~|#]/g;
const escapes: Record<BodyFormat, (value: unknown) => unknown> = {
  text: (value) => value,
  markdown: (value) => String(value).replace(markdownSigns, '\\$&'),
  html: (value) => escapeHtml(String(value)),
};

// Templates come from users and models: no files, no prototypes, and bounds on what one of them may use up.
function engineFor(format: BodyFormat): Liquid {
  const engine = new Liquid({
    strictVariables: true,
    strictFilters: true,
    lenientIf: true,
    ownPropertyOnly: true,
    templates: {},
    parseLimit: bodyLengthMax + 1,
    renderLimit: 200,
    memoryLimit: 100_000,
    outputEscape: shownPlain(escapes[format]),
    operators: chargedOperators,
  });
  for (const name of Object.keys(engine.tags)) if (!allowedTags.has(name)) delete engine.tags[name];
  for (const name of Object.keys(engine.filters)) if (!allowedFilters.has(name)) delete engine.filters[name];
  engine.registerTag('case', PlainCaseTag);
  chargeFilters(engine.filters);
  return engine;
}

const engines = { text: engineFor('text'), markdown: engineFor('markdown'), html: engineFor('html') };

/** Reading a template takes a step for each tag, and for each part of a tag. */
const tagsMax = 300;
const tagLengthMax = 2_000;
const tag = /\{[{%](?:"[^"]*"|'[^']*'|[^"'])*?[%}]\}/g;

const parsedMax = 500;
const namedMax = 10;
const namedLengthMax = 200;
const parsed = new Map<string, Template[]>();

function parse(template: string, format: BodyFormat = 'text'): Template[] {
  const name = `${format} ${template}`;
  const known = parsed.get(name);
  if (known) return known;
  if (parsed.size >= parsedMax) parsed.delete(parsed.keys().next().value!);
  expectReadable(template);
  const made = engines[format].parse(template);
  parsed.set(name, made);
  return made;
}

function expectReadable(template: string): void {
  const starts = template.match(/\{[{%]/g)?.length ?? 0;
  if (starts > tagsMax) throw new Error(`it has ${starts} placeholders and tags, of ${tagsMax} at most`);
  const longest = Math.max(0, ...(template.match(tag) ?? []).map(({ length }) => length));
  if (longest > tagLengthMax) throw new Error(`a tag has at most ${tagLengthMax} characters`);
}

export interface TemplateProblem {
  message: string;
  allowedValues?: readonly string[];
}

/** What is wrong with a template before it meets any contact: its syntax, and fields that do not exist. */
export function findTemplateProblem(template: string): TemplateProblem | null {
  try {
    const unknown = unknownFields(template);
    if (unknown.length === 0) return null;
    return {
      message: `Unknown placeholder ${unknown.slice(0, namedMax).join(', ').slice(0, namedLengthMax)}.`,
      allowedValues: renderFieldNames,
    };
  } catch (error) {
    return { message: `The template cannot be read: ${firstLine(error)}` };
  }
}

function unknownFields(template: string): string[] {
  const variables = withoutPositions(() => engines.text.globalFullVariablesSync(parse(template)));
  return variables.filter((path) => !isRenderField(path));
}

export type Rendered = { text: string; problem: null } | { text: null; problem: string };

/** The text for one contact, or why there is none: a placeholder that this contact has no value for is never left empty. */
export function renderTemplate(template: string, scope: RenderScope, format: BodyFormat = 'text'): Rendered {
  try {
    const text = engines[format].renderSync(parse(template, format), scope) as string;
    if (text.length > renderedLengthMax) return { text: null, problem: `the text is longer than ${renderedLengthMax}` };
    return { text, problem: null };
  } catch (error) {
    return { text: null, problem: problemOf(error) };
  }
}

function problemOf(error: unknown): string {
  const missing = /undefined variable: ([\w.]+)/.exec((error as Error).message)?.[1];
  return missing ? `no value for ${missing}` : `the template cannot be rendered: ${firstLine(error)}`;
}

function firstLine(error: unknown): string {
  return (error as Error).message.split('\n')[0]!.replace(/, line:.*$/, '');
}
