import { cutText } from '@outbound/node-service/text/cut-text';
import { escapeHtml } from '@outbound/node-service/text/html';
import { Liquid, type Template } from 'liquidjs';
import type { BodyFormat } from '../body-format.ts';
import { languageFor } from '../footer.ts';
import { allowedFilters, allowedTags } from './allowed-parts.ts';
import { clockedDate, type RenderClock } from './render-date.ts';
import { isRenderField, type RenderScope, renderClock, renderFieldNames } from './render-fields.ts';
import { chargedOperators, chargeFilters, PlainCaseTag, shownPlain, withoutPositions } from './template-costs.ts';
import { allowMissingBeforeDefaults, hasOperatorInOutput } from './template-values.ts';

export const subjectLengthMax = 300;
export const bodyLengthMax = 20_000;
/** Maximum length of a rendered text. Field values can be longer than their placeholders. */
const renderedLengthMax = 2 * bodyLengthMax;

/** Characters of a contact's values that would be read as markup. */
const markdownSigns = /[\\`*_[\]<>~|#]/g;
const escapes: Record<BodyFormat, (value: unknown) => unknown> = {
  text: (value) => value,
  markdown: (value) => String(value).replace(markdownSigns, '\\$&'),
  html: (value) => escapeHtml(String(value)),
};

// Templates come from users and models, so they get no file access, no prototypes, and bounded resources.
function engineFor(shown: (value: unknown) => unknown, isStrict = true): Liquid {
  const engine = new Liquid({
    strictVariables: isStrict,
    strictFilters: true,
    lenientIf: true,
    ownPropertyOnly: true,
    templates: {},
    parseLimit: bodyLengthMax + 1,
    renderLimit: 200,
    memoryLimit: 100_000,
    outputEscape: shownPlain(shown),
    operators: chargedOperators,
  });
  for (const name of Object.keys(engine.tags)) if (!allowedTags.has(name)) delete engine.tags[name];
  for (const name of Object.keys(engine.filters)) if (!allowedFilters.has(name)) delete engine.filters[name];
  engine.registerTag('case', PlainCaseTag);
  engine.filters.date = clockedDate(engine.filters.date!, clockOf);
  chargeFilters(engine.filters);
  return engine;
}

function serverClock(): RenderClock {
  return { now: new Date(), timeZone: 'UTC', language: null };
}

function clockOf(scope: object): RenderClock {
  return (scope as RenderScope)[renderClock] ?? serverClock();
}

const engines = {
  text: engineFor(escapes.text),
  markdown: engineFor(escapes.markdown),
  html: engineFor(escapes.html),
};

/** Renders what an approval shows of a text. A missing value leaves its place empty. */
export const shapeEngine = engineFor(escapes.text, false);

/** Parsing takes one step for each tag and for each part of a tag. */
const tagsMax = 300;
const tagLengthMax = 2_000;
const tag = /\{[{%](?:"[^"]*"|'[^']*'|[^"'])*?[%}]\}/g;

const parsedMax = 500;
const namedMax = 10;
const namedLengthMax = 200;
const parsed = new Map<string, Template[]>();

function parse(template: string, format: keyof typeof engines = 'text'): Template[] {
  const name = `${format} ${template}`;
  const known = parsed.get(name);
  if (known) return known;
  if (parsed.size >= parsedMax) parsed.delete(parsed.keys().next().value!);
  const made = parseWith(engines[format], template);
  parsed.set(name, made);
  return made;
}

export function parseWith(engine: Liquid, template: string): Template[] {
  expectReadable(template);
  const made = engine.parse(template);
  allowMissingBeforeDefaults(made);
  return made;
}

/** Fields and variables that templates read, each as a dotted path. */
export function variablesIn(templates: Template[]): string[] {
  return withoutPositions(() => engines.text.globalFullVariablesSync(templates));
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

/** Problem with a template that does not depend on a contact: invalid syntax or unknown fields. */
export function findTemplateProblem(template: string): TemplateProblem | null {
  try {
    if (hasOperatorInOutput(parse(template)))
      return { message: 'An output takes no operator: for a fallback write {{ firstName | default: "there" }}.' };
    const unknown = unknownFields(template);
    if (unknown.length === 0) return null;
    return {
      message: `Unknown placeholder ${cutText(unknown.slice(0, namedMax).join(', '), namedLengthMax)}.`,
      allowedValues: renderFieldNames,
    };
  } catch (error) {
    return { message: `The template cannot be read: ${firstLine(error)}` };
  }
}

function unknownFields(template: string): string[] {
  return variablesIn(parse(template)).filter((path) => !isRenderField(path));
}

export type Rendered = { text: string; problem: null } | { text: null; problem: string };

/** Text for one contact, or a problem. A placeholder without a value for this contact is never left empty. */
export function renderTemplate(template: string, scope: RenderScope, format: BodyFormat = 'text'): Rendered {
  try {
    const text = engines[format].renderSync(parse(template, format), inLanguage(scope, template)) as string;
    if (text.length > renderedLengthMax) return { text: null, problem: `the text is longer than ${renderedLengthMax}` };
    return { text, problem: null };
  } catch (error) {
    return { text: null, problem: problemOf(error) };
  }
}

/** Month and day names use the reader's language, otherwise the language of the text. */
function inLanguage(scope: RenderScope, template: string): RenderScope {
  const clock = scope[renderClock];
  if (clock === undefined || clock.language !== null || !template.includes('date')) return scope;
  return { ...scope, [renderClock]: { ...clock, language: languageFor(null, template) } };
}

function problemOf(error: unknown): string {
  const missing = /undefined variable: ([\w.]+)/.exec((error as Error).message)?.[1];
  return missing ? `no value for ${missing}` : `the template cannot be rendered: ${firstLine(error)}`;
}

function firstLine(error: unknown): string {
  return (error as Error).message.split('\n')[0]!.replace(/, line:.*$/, '');
}
