import { AppError } from '../../errors/errors.ts';

/** Values that a form shows again after a rejection: the input as it was, and the reason beside its field. */
export interface FormState {
  values: Record<string, string | string[]>;
  errors: Record<string, string>;
  /** A rejection reason that belongs to no field. */
  problem?: string;
}

export function emptyForm(values: FormState['values'] = {}): FormState {
  return { values, errors: {} };
}

/** Drops passwords, so that they are not shown again. */
export function formStateOf(form: URLSearchParams, errors: Record<string, string> = {}): FormState {
  const values: FormState['values'] = {};
  for (const name of new Set(form.keys())) {
    if (name === '_csrf' || name.toLowerCase().includes('password')) continue;
    const all = form.getAll(name);
    values[name] = all.length > 1 ? all : all[0]!;
  }
  return { values, errors };
}

/** The form with the error's reasons. Throws errors that the person cannot fix. */
export function formStateAfter(form: URLSearchParams, error: unknown): FormState {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  const state = formStateOf(form);
  const details =
    error.options.details ?? (error.options.field ? [{ field: error.options.field, message: error.message }] : []);
  for (const { field, message } of details) if (field) state.errors[field] ??= message;
  return Object.keys(state.errors).length > 0 ? state : { ...state, problem: error.message };
}
