import { randomUUID } from 'node:crypto';
import { type AnyAction, pathParametersOf } from '../../actions/definition/define-action.ts';
import { AppError } from '../../errors/errors.ts';
import { memberIn } from '../chain/load-visitor.ts';
import { describeForm, type FormField, isTouched } from '../forms/describe-form.ts';
import { refusalForPeople } from '../forms/refusal-words.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { typeOfField } from '../shown/record-types.ts';
import { forPeople } from '../shown/words.ts';
import { choicesFor } from './choices.ts';
import { isImmediate } from './immediate.ts';
import { readRecord } from './run-read.ts';

type Data = Record<string, unknown>;

const foldedMin = 5;

/** State of a form in addition to its controls. */
export interface OperationFormState {
  form: URLSearchParams;
  /** Fields that the previous page set, such as the record in question. */
  fixed: readonly string[];
  /** The record that the form was filled with, in the form's own format. */
  was?: Data;
  version?: number;
  back: string;
  errors?: Record<string, string>;
  problem?: string;
}

/** Time zone for the times in forms. */
export function zoneOfForms(ctx: WebContext): string {
  return memberIn(ctx).workspace.settings.timeZone;
}

export async function describeAction(
  ctx: WebContext,
  deps: WebDeps,
  action: AnyAction,
  { form, fixed, errors = {} }: Pick<OperationFormState, 'form' | 'fixed' | 'errors'>,
): Promise<FormField[]> {
  const choices = await choicesFor(ctx, deps, action.input);
  const facts = { form, errors, timeZone: zoneOfForms(ctx), choices, added: form.get('_add') ?? undefined };
  return describeForm(action.input, facts).filter(({ path }) => !fixed.includes(path));
}

export async function showForm(
  ctx: WebContext,
  deps: WebDeps,
  action: AnyAction,
  state: OperationFormState,
): Promise<void> {
  const fields = await describeAction(ctx, deps, action, state);
  const asText = action.uploads?.replaces;
  await renderPage(ctx, 'do-form', {
    ...pageHead(action, state.back),
    ...inTwoParts(
      fields.filter(({ path }) => path !== asText),
      state,
      action.uploads !== undefined,
    ),
    textFields: fields.filter(({ path }) => path === asText),
    subjects: await subjectsOf(ctx, deps, state),
    fixed: state.fixed.map((path) => ({ path, value: state.form.get(path) ?? '' })),
    was: state.was && JSON.stringify(state.was),
    version: state.version,
    takesFile: action.uploads !== undefined,
    isNow: isImmediate(action.name),
    button: saves(action) ? 'Save' : action.title,
    key: randomUUID(),
    fileTypes: action.uploads?.types.join(','),
    takesTable: action.uploads?.types.includes('application/x-ndjson'),
    problem: state.problem,
  });
}

/** True for a form that changes the record it was filled from. */
function saves({ method }: AnyAction): boolean {
  return method === 'patch';
}

/** Collapses optional fields behind the required ones and the name if there are many of them and none is filled in. */
function inTwoParts(
  fields: FormField[],
  { was }: OperationFormState,
  takesFile: boolean,
): { fields: FormField[]; more: FormField[]; isOpen: boolean } {
  const first = fields.filter(({ isRequired, control, path }) => isRequired || control === 'rows' || path === 'name');
  const more = fields.filter((field) => !first.includes(field));
  if (was !== undefined || more.length < foldedMin || (first.length === 0 && !takesFile))
    return { fields, more: [], isOpen: false };
  return { fields: first, more, isOpen: more.some(isTouched) };
}

export function pageHead(action: AnyAction, back: string) {
  const { name, title, description, effect } = action;
  return { action: name, title, description: forPeople(description), effect, back };
}

/** The records that the form is about, by name. */
export async function subjectsOf(
  ctx: WebContext,
  deps: WebDeps,
  { form, fixed }: Pick<OperationFormState, 'form' | 'fixed'>,
): Promise<{ text: string; href?: string }[]> {
  const found = fixed.map(async (field) => {
    const type = typeOfField(field);
    const value = form.get(field) ?? '';
    if (field === 'where') return { text: 'All that match the filter' };
    const ids = value.split('\n').filter(Boolean);
    if (type === undefined || ids.length !== 1) return { text: `${ids.length} selected` };
    const record = await readRecord(ctx, deps, type.idField, ids[0]!);
    if (record === undefined) return { text: `this ${type.noun}` };
    return { text: `${type.label(record)}`, href: `${type.path}/${ids[0]}` };
  });
  return Promise.all(found);
}

/** Fields that the previous page set: the record in the path, the selected ones, or those listed in `fixed`. */
export function fixedBy(action: AnyAction, query: URLSearchParams): string[] {
  const possible = [
    ...pathParametersOf(action),
    ...Object.keys(action.input.properties).filter((one) => /Ids$/.test(one) || query.getAll('fixed').includes(one)),
  ];
  return possible.filter((name) => (query.get(name) ?? '') !== '');
}

/** Reasons of a rejection, by field. Throws errors that the person cannot fix. */
export function refusalOf(error: unknown): { errors: Record<string, string>; problem?: string } {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  const { details, field } = error.options;
  const all = details ?? (field ? [{ field, message: error.message }] : []);
  const errors = Object.fromEntries(
    all.flatMap((one) => (one.field ? [[one.field, refusalForPeople(one.message)] as const] : [])).toReversed(),
  );
  return { errors, problem: refusalForPeople(error.message) };
}
