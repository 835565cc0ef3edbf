import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { AnyAction } from '../actions/definition/define-action.ts';
import { canonicalizeValues } from '../domain/contacts/canonical-values.ts';
import { AppError } from '../errors/errors.ts';
import { toDetails } from './validation-words.ts';

function createAjv(coerceTypes: false | 'array') {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    coerceTypes,
    useDefaults: true,
    strict: true,
    strictRequired: false,
    strictTypes: false,
  });
  addFormats.default(ajv);
  return ajv;
}

// Query and path values are text and are converted to the schema's types. JSON bodies are not.
const ajvForText = createAjv('array');
const ajvForJson = createAjv(false);

type Notation = 'text' | 'json';
const compiled = { text: new WeakMap<AnyAction, ValidateFunction>(), json: new WeakMap<AnyAction, ValidateFunction>() };

function notationOf({ method }: AnyAction): Notation {
  return method === 'get' || method === 'delete' ? 'text' : 'json';
}

/** Compiled on first use, because compiling all validators takes a third of the startup time. */
function validatorOf(action: AnyAction, notation: Notation): ValidateFunction {
  const known = compiled[notation].get(action);
  if (known !== undefined) return known;
  const validate = (notation === 'text' ? ajvForText : ajvForJson).compile(action.input);
  compiled[notation].set(action, validate);
  return validate;
}

/**
 * Validates the input and fills in defaults, in place. Throws `validation_failed` with each field and its allowed
 * values.
 */
export function validateInput(
  action: AnyAction,
  input: Record<string, unknown>,
  notation: Notation = notationOf(action),
): void {
  refuseUnreadable(input);
  canonicalizeValues(input);
  const validate = validatorOf(action, notation);
  if (validate(input)) return;
  const details = toDetails(validate.errors ?? []);
  const [first] = details;
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : '';
  throw new AppError('validation_failed', `${first?.message ?? 'The input is not valid.'}${more}`, {
    field: first?.field,
    allowedValues: first?.allowedValues,
    details,
  });
}

const nul = '\u0000';

/** Maximum nesting depth. Real input is never deeper, and recursion needs a limit. */
const depthMax = 32;

/**
 * U+0000 appears in no real text, and stores handle it differently. An unpaired surrogate is left when an emoji is cut:
 * the store would replace it, and the execution would differ from the plan.
 */
function problemOf(text: string): string | undefined {
  if (text.includes(nul)) return 'contains the character U+0000';
  return text.isWellFormed() ? undefined : 'contains half of a character (a lone surrogate, as a cut emoji leaves it)';
}

function refuseUnreadable(value: unknown, at = '', depth = 0): void {
  if (depth > depthMax) {
    const field = at.split('.')[0]!;
    throw new AppError('validation_failed', `${field} is nested more than ${depthMax} levels deep.`, { field });
  }
  if (typeof value === 'string') {
    const problem = problemOf(value);
    if (problem === undefined) return;
    throw new AppError('validation_failed', `${at} ${problem}.`, { field: at });
  }
  if (value === null || typeof value !== 'object') return;
  for (const [name, inner] of Object.entries(value)) {
    const problem = problemOf(name);
    if (problem !== undefined) throw new AppError('validation_failed', `A name ${problem}.`, { field: at });
    refuseUnreadable(inner, at === '' ? name : `${at}.${name}`, depth + 1);
  }
}
