import { Liquid, type Template } from 'liquidjs';
import { isRenderField, type RenderScope, renderFieldNames } from './render-fields.ts';

export const subjectLengthMax = 300;
export const bodyLengthMax = 20_000;
/** A filled-in text: fields of a contact may be longer than their placeholders. */
const renderedLengthMax = 2 * bodyLengthMax;

// Templates come from users and models: no files, no prototypes, and bounds on what one of them may use up.
const engine = new Liquid({
  strictVariables: true,
  strictFilters: true,
  lenientIf: true,
  ownPropertyOnly: true,
  templates: {},
  parseLimit: bodyLengthMax + 1,
  renderLimit: 200,
  memoryLimit: 1_000_000,
});
const allowedTags = new Set(['if', 'unless', 'elsif', 'else', 'case', 'when', 'assign', 'comment', 'raw', 'capture']);
for (const name of Object.keys(engine.tags)) if (!allowedTags.has(name)) delete engine.tags[name];

// A preview has to show what is sent: nothing by chance.
delete engine.filters.sample;

const parsedMax = 500;
const namedMax = 10;
const namedLengthMax = 200;
const parsed = new Map<string, Template[]>();

const parse = (template: string): Template[] => {
  const known = parsed.get(template);
  if (known) return known;
  if (parsed.size >= parsedMax) parsed.delete(parsed.keys().next().value!);
  const made = engine.parse(template);
  parsed.set(template, made);
  return made;
};

export interface TemplateProblem {
  message: string;
  allowedValues?: readonly string[];
}

/** What is wrong with a template before it meets any contact: its syntax, and fields that do not exist. */
export const findTemplateProblem = (template: string): TemplateProblem | null => {
  try {
    const unknown = engine.globalVariablesSync(parse(template)).length > 0 ? unknownFields(template) : [];
    if (unknown.length === 0) return null;
    return {
      message: `Unknown placeholder ${unknown.slice(0, namedMax).join(', ').slice(0, namedLengthMax)}.`,
      allowedValues: renderFieldNames,
    };
  } catch (error) {
    return { message: `The template cannot be read: ${firstLine(error)}` };
  }
};

const unknownFields = (template: string): string[] =>
  engine.globalFullVariablesSync(parse(template)).filter((path) => !isRenderField(path));

export type Rendered = { text: string; problem: null } | { text: null; problem: string };

/** The text for one contact, or why there is none: a placeholder that this contact has no value for is never left empty. */
export const renderTemplate = (template: string, scope: RenderScope): Rendered => {
  try {
    const text = engine.renderSync(parse(template), scope) as string;
    if (text.length > renderedLengthMax) return { text: null, problem: `the text is longer than ${renderedLengthMax}` };
    return { text, problem: null };
  } catch (error) {
    return { text: null, problem: problemOf(error) };
  }
};

const problemOf = (error: unknown): string => {
  const missing = /undefined variable: ([\w.]+)/.exec((error as Error).message)?.[1];
  return missing ? `no value for ${missing}` : `the template cannot be rendered: ${firstLine(error)}`;
};

const firstLine = (error: unknown): string => (error as Error).message.split('\n')[0]!.replace(/, line:.*$/, '');
