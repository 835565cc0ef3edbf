import { CaptureTag, CaseTag, IfTag, Output, Tag, type Template, UnlessTag } from 'liquidjs';
import { isWrittenField, type RenderScope } from './render-fields.ts';
import { parseWith, shapeEngine, variablesIn } from './render-template.ts';
import { type ShapeKeys, shapeKeys } from './shape-key.ts';
import { type Assigned, assignedIn, expressionText, type OutputPart, outputPart } from './template-outputs.ts';
import { mayVary, readsLikeLink } from './varying-value.ts';

/** Shared part of a text for one person, and the values that belong to this person alone. */
export interface TextShape {
  /** The branches that this person gets, with their placeholders as written. */
  text: string;
  /** Values that may not change without an approval, each with its placeholder. */
  fixed: [placeholder: string, value: string][];
  /** Conditions of the branches taken, as written. */
  branch: string[];
  /** Fields whose short plain values may change. */
  mayVary: string[];
}

/** Private-use characters around each value of a rendered text. Templates and values must not contain them. */
const [opening, closing] = ['\uE000', '\uE001'];
const marks = /[\uE000\uE001]/g;

interface Watched {
  templates: Template[];
  parts: OutputPart[];
  keys: ShapeKeys;
  /** Shapes by the values that decide them, since most people share one. Null where the coarse key does not decide. */
  shapes: Map<string, TextShape | null>;
}

const watchedMax = 500;
const shapesMax = 300;
const watched = new Map<string, Watched>();
/** Conditions of the branches taken by the current rendering, which is synchronous. */
let taken: string[] = [];

/**
 * Renders a template for one person and separates the text, which groups share, from the values. A text that
 * cannot be rendered is never sent, and its shape is the template.
 */
export function shapeOf(template: string, scope: RenderScope): TextShape {
  const plain = template.replace(marks, '');
  try {
    const { templates, parts, keys, shapes } = watch(plain);
    const coarse = keys.coarse(scope);
    const known = shapes.get(coarse) ?? (shapes.has(coarse) ? shapes.get(keys.fine(scope)) : undefined);
    if (known) return known;
    taken = [];
    const rendered: unknown = shapeEngine.renderSync(templates, scope);
    const { isApart, ...separated } = separate(String(rendered), parts);
    const shape = { ...separated, branch: [...new Set(taken)] };
    if (shapes.size >= shapesMax) shapes.clear();
    shapes.set(coarse, isApart ? shape : null);
    if (!isApart) shapes.set(keys.fine(scope), shape);
    return shape;
  } catch {
    return { text: plain, fixed: [], branch: [], mayVary: [] };
  }
}

function watch(template: string): Watched {
  const known = watched.get(template);
  if (known !== undefined) return known;
  if (watched.size >= watchedMax) watched.delete(watched.keys().next().value!);
  const templates = parseWith(shapeEngine, template);
  const parts: OutputPart[] = [];
  const assigned = assignedIn(templates, everyTemplate(templates, { isCaptured: true }), variablesOf);
  // A captured value can decide a branch.
  const shown = [...everyTemplate(templates, { isCaptured: false })];
  const keys = shapeKeys(template, variablesIn(templates), shown, (output) =>
    outputPart(output, assigned, variablesOf),
  );
  watchAll(templates, { parts, assigned });
  const made: Watched = { templates, parts, keys, shapes: new Map() };
  watched.set(template, made);
  return made;
}

/** A parsed template, for its analysis. Empty if it cannot be read. */
export function templatesOf(template: string): Template[] {
  try {
    return watch(template.replace(marks, '')).templates;
  } catch {
    return [];
  }
}

function variablesOf(template: Template): string[] {
  return variablesIn([template]);
}

/** Templates at any depth, with or without those in captured text. */
function* everyTemplate(templates: readonly Template[], within: { isCaptured: boolean }): Generator<Template> {
  for (const template of templates) {
    yield template;
    if (template instanceof CaptureTag && within.isCaptured) yield* everyTemplate(template.templates, within);
    for (const branch of branchesOf(template)) yield* everyTemplate(branch.templates, within);
  }
}

interface Branch {
  condition: string;
  templates: Template[];
}

function branchesOf(template: Template): Branch[] {
  if (template instanceof IfTag) template.elseTemplates ??= [];
  if (template instanceof IfTag || template instanceof UnlessTag) {
    const unless = template instanceof UnlessTag ? 'unless ' : '';
    const own = template.branches.map(({ value, templates }, index) => ({
      condition: `${index === 0 ? unless : ''}${expressionText(value)}`,
      templates,
    }));
    const conditions = own.map(({ condition }) => condition).join(', ');
    return [...own, { condition: `else of ${conditions}`, templates: template.elseTemplates ?? [] }];
  }
  if (template instanceof CaseTag) {
    const subject = expressionText(template.value);
    const own = template.branches.map(({ values, templates }) => ({
      condition: `${subject} == ${values.map((value) => value.getText()).join(' or ')}`,
      templates,
    }));
    return [...own, { condition: `else of case ${subject}`, templates: template.elseTemplates }];
  }
  return [];
}

/** Marks the values of all outputs, except in captured text, and notes the branches that are taken. */
function watchAll(templates: readonly Template[], to: { parts: OutputPart[]; assigned: Assigned }): void {
  for (const template of templates) {
    if (template instanceof Output) watchOutput(template, to);
    else if (template instanceof Tag) {
      for (const branch of branchesOf(template)) {
        watchAll(branch.templates, to);
        branch.templates.unshift(noteOf(template, branch.condition));
      }
    }
  }
}

function noteOf({ token }: Template, condition: string): Template {
  return { token, render: () => void taken.push(condition) };
}

function watchOutput(output: Output, { parts, assigned }: { parts: OutputPart[]; assigned: Assigned }): void {
  const index = parts.push(outputPart(output, assigned, variablesOf)) - 1;
  output.render = function* (context, emitter): Generator<unknown, void, unknown> {
    const value = yield output.value.value(context, false);
    const shown = value === undefined || value === null ? '' : String(value).replace(marks, '');
    emitter.write(`${opening}${index} ${shown}${closing}`);
  };
}

const value = /\uE000(\d+) ([^\uE001]*)\uE001/g;

/** `isApart`: no value touches other letters, so that other plain values have the same shape. */
function separate(rendered: string, parts: readonly OutputPart[]): Omit<TextShape, 'branch'> & { isApart: boolean } {
  const fixed: TextShape['fixed'] = [];
  const varying = new Set<string>();
  let isApart = true;
  const text = rendered.replace(value, (_all, index: string, own: string, at: number) => {
    const part = parts[Number(index)]!;
    if (part.kind === 'other') return own;
    const { before, after } = around(rendered, at);
    const isOwnWord = safeBefore.test(before) && safeAfter.test(after);
    if (!isOwnWord) isApart = false;
    const isInLink = !isOwnWord && readsLikeLink(`${before}${own}${after}`.replace(simpleTag, ' '));
    const isFree = part.kind === 'plain' && !part.fields.some(isWrittenField) && mayVary(own) && !isInLink;
    if (isFree) for (const field of part.fields) varying.add(field);
    else fixed.push([part.source, own]);
    return part.source;
  });
  return { text, fixed, mayVary: [...varying], isApart };
}

/** Punctuation before and after a word that cannot make it part of a link. */
const [safeBefore, safeAfter] = [/^["'(“‘]*$/, /^["')”’,.!?:;]*$/];

/** Characters of the same word as a value, before and after it. */
function around(rendered: string, at: number): { before: string; after: string } {
  const end = rendered.indexOf(closing, at) + 1;
  const before = /\S*$/.exec(plainOf(rendered.slice(Math.max(0, at - aroundMax), at)))![0];
  const after = /^\S*/.exec(plainOf(rendered.slice(end, end + aroundMax)))![0];
  return { before, after };
}

/** Characters around a value that are searched for links. */
const aroundMax = 300;
const simpleTag = /<\/?[a-z][a-z\d]*\/?>/gi;

function plainOf(rendered: string): string {
  return rendered.replace(/\uE000\d+ /g, '').replace(marks, '');
}
