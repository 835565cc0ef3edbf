import { stateLook } from '../shown/states.ts';
import { helpForPeople, labelOf, wordsOf } from '../shown/words.ts';
import { linesOf, rowCount } from './read-form-input.ts';
import {
  countPath,
  isNullable,
  type Kind,
  kindOf,
  propertiesOf,
  requiredOf,
  type Schema,
  under,
  withoutNull,
} from './schema-kind.ts';

/** Maximum length of a one-line field (an email address). Longer fields get several lines. */
const oneLineMax = 254;
/** Fields that never have several lines, however long they are. */
const oneLine = new Set(['subject', 'url', 'value', 'cursor']);
const foldedMin = 6;
const [longRows, shortRows, listRows] = [6, 3, 2];
/** Up to this many characters, a text counts as a remark. Above it, as a letter. */
const remarkMax = 1_000;

export interface Choice {
  value: string;
  text: string;
}

/** One control of a form as the template draws it. */
export interface FormField {
  path: string;
  label: string;
  help: string;
  control: 'input' | 'textarea' | 'select' | 'checkboxes' | 'group' | 'rows';
  isRequired: boolean;
  error?: string;
  type?: string;
  value: string;
  options?: (Choice & { isChosen: boolean })[];
  attributes: { maxlength?: number; min?: number; max?: number; step?: string; rows?: number };
  /** Fields of a group. */
  fields?: FormField[];
  /** True for a large optional group that is collapsed. */
  isFolded?: boolean;
  /** Rows of a list of parts. */
  rows?: { path: string; title: string; isNew: boolean; fields: FormField[] }[];
  countPath?: string;
}

export interface FormFacts {
  form: URLSearchParams;
  errors: Record<string, string>;
  timeZone: string;
  /** Possible values of an ID, by field name. */
  choices: Record<string, Choice[]>;
  /** List that just received another part. */
  added?: string;
}

interface FieldFacts extends FormFacts {
  /** Names of the neighboring fields. */
  siblings: readonly string[];
}

/** The controls of an action's input, with values and rejection reasons. */
export function describeForm(schema: Schema, facts: FormFacts, path = ''): FormField[] {
  const required = requiredOf(schema);
  const siblings = propertiesOf(schema).map(([name]) => name);
  return propertiesOf(schema)
    .map(([name, inner]) => {
      const isRequired = required.includes(name) && !isNullable(inner);
      return describeField(name, inner, under(path, name), isRequired, { ...facts, siblings });
    })
    .toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

function describeField(name: string, schema: Schema, path: string, isRequired: boolean, facts: FieldFacts): FormField {
  const kind = kindOf(schema);
  const inner = withoutNull(schema);
  const value = facts.form.get(path) ?? '';
  const said = addsNothing(labelOf(name), inner.description ?? '') ? '' : (inner.description ?? '');
  const help = [helpForPeople(said, facts.siblings), hintOf(kind, facts.timeZone)].filter(Boolean).join(' ');
  const base = { path, label: labelOf(name), help, isRequired, value, error: errorAt(path, kind, facts.errors) };
  if (kind === 'group') return { ...base, ...groupOf(describeForm(inner, facts, path), isRequired) };
  if (kind === 'rows') return { ...base, ...rowsOf(inner, path, base.label, facts) };
  const options = optionsOf(name, kind, inner, facts.form.getAll(path), facts);
  if (options !== undefined) {
    const areSeveral = kind === 'choices' || kind === 'lines';
    return { ...base, control: areSeveral ? 'checkboxes' : 'select', attributes: {}, options };
  }
  return { ...base, ...controlOf(name, kind, inner) };
}

/** True for "Name of the campaign." under "Name". */
function addsNothing(label: string, text: string): boolean {
  const [start = '', rest = ''] = text.split(/ (?:of|for) (?=the |a |an |this )/);
  return start.toLowerCase() === label.toLowerCase() && /^(?:the|an?|this) [\w-]+(?: [\w-]+)?\.$/.test(rest);
}

function groupOf(fields: FormField[], isRequired: boolean) {
  const isFolded = !isRequired && fields.length >= foldedMin && !fields.some(isTouched);
  return { control: 'group' as const, attributes: {}, fields, isFolded };
}

/** True if the field is filled in or rejected. */
export function isTouched({ value, error, options = [], fields = [] }: FormField): boolean {
  return value !== '' || error !== undefined || options.some(({ isChosen }) => isChosen) || fields.some(isTouched);
}

function rowsOf(schema: Schema, path: string, label: string, facts: FormFacts) {
  const rows = Array.from({ length: rowCount(facts.form, path) }, (_none, index) => ({
    path: under(path, index),
    title: `${singular(label)} ${index + 1}`,
    isNew: facts.added === path && index === rowCount(facts.form, path) - 1,
    fields: describeForm(schema.items, facts, under(path, index)),
  }));
  return { control: 'rows' as const, attributes: {}, rows, countPath: countPath(path) };
}

/** Singular of a label: "Steps" → "Step", "Criteria" → "Criterion". */
function singular(label: string): string {
  return label.replace(/ria$/, 'rion').replace(/([^s])s$/, '$1');
}

function optionsOf(name: string, kind: Kind, schema: Schema, chosen: string[], { choices }: FormFacts) {
  const mark = (all: Choice[]) => all.map((one) => ({ ...one, isChosen: chosen.includes(one.value) }));
  if (kind === 'choice') return mark(schema.enum.map((value: string) => asChoice(name, value)));
  if (kind === 'choices') return mark(schema.items.enum.map((value: string) => asChoice(name, value)));
  if (kind === 'yesno')
    return mark([
      { value: 'true', text: 'Yes' },
      { value: 'false', text: 'No' },
    ]);
  const known = kind === 'text' || kind === 'lines' ? choices[name] : undefined;
  if (known === undefined || known.length === 0) return undefined;
  const values = kind === 'lines' ? chosen.flatMap(linesOf) : chosen;
  const isKnown = values.every((value) => value === '' || known.some((one) => one.value === value));
  return isKnown ? known.map((one) => ({ ...one, isChosen: values.includes(one.value) })) : undefined;
}

/** Fields whose values are states, so that forms use the same names as pages. */
const stateFields: Readonly<Record<string, string>> = {
  class: 'class',
  classes: 'class',
  emailStatus: 'emailStatus',
  stage: 'stage',
  replyClasses: 'class',
};

function asChoice(name: string, value: string): Choice {
  if (Object.hasOwn(stateFields, name)) return { value, text: stateLook(value, stateFields[name]).word };
  const text = wordsOf(value);
  return { value, text: text.charAt(0).toUpperCase() + text.slice(1) };
}

function controlOf(name: string, kind: Kind, schema: Schema): Pick<FormField, 'control' | 'type' | 'attributes'> {
  const maxlength: number | undefined = kind === 'text' ? schema.maxLength : undefined;
  const isLong = (maxlength ?? 0) > oneLineMax && !schema.format && !schema.writeOnly && !oneLine.has(name);
  if (kind === 'lines' || kind === 'map' || isLong) {
    return { control: 'textarea', attributes: { maxlength, rows: rowsFor(kind, maxlength) } };
  }
  if (kind === 'number') {
    const { minimum: min, maximum: max } = schema;
    return {
      control: 'input',
      type: 'number',
      attributes: { min, max, step: schema.type === 'integer' ? '1' : 'any' },
    };
  }
  if (kind === 'time') return { control: 'input', type: 'datetime-local', attributes: { step: '1' } };
  if (kind === 'date') return { control: 'input', type: 'date', attributes: {} };
  return { control: 'input', type: typeOf(schema), attributes: { maxlength } };
}

function rowsFor(kind: Kind, maxlength = 0): number {
  if (kind !== 'text') return listRows;
  return maxlength > remarkMax ? longRows : shortRows;
}

function typeOf(schema: Schema): string {
  if (schema.writeOnly) return 'password';
  return schema.format === 'email' ? 'email' : 'text';
}

function hintOf(kind: Kind, timeZone: string): string {
  if (kind === 'lines') return 'One per line.';
  if (kind === 'map') return 'One per line: name = value.';
  return kind === 'time' ? `Time of ${timeZone}.` : '';
}

/** The list itself shows errors from inside it. */
function errorAt(path: string, kind: Kind, errors: Record<string, string>): string | undefined {
  if (kind === 'group' || kind === 'rows') return errors[path];
  const at = Object.keys(errors).find((field) => field === path || field.startsWith(`${path}.`));
  return at && errors[at];
}
