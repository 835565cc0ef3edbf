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

// Query and path values are text: they are converted to the schema's types. JSON bodies are not.
const ajvForText = createAjv('array');
const ajvForJson = createAjv(false);

type Notation = 'text' | 'json';
const compiled = { text: new WeakMap<AnyAction, ValidateFunction>(), json: new WeakMap<AnyAction, ValidateFunction>() };

function notationOf({ method }: AnyAction): Notation {
  return method === 'get' || method === 'delete' ? 'text' : 'json';
}

/** Compiled at the first request that needs it: all of them together are a third of a start. */
function validatorOf(action: AnyAction, notation: Notation): ValidateFunction {
  const known = compiled[notation].get(action);
  if (known !== undefined) return known;
  const validate = (notation === 'text' ? ajvForText : ajvForJson).compile(action.input);
  compiled[notation].set(action, validate);
  return validate;
}

/** Checks and completes (defaults) the input in place; throws `validation_failed` naming each field and what is allowed. */
export function validateInput(
  action: AnyAction,
  input: Record<string, unknown>,
  notation: Notation = notationOf(action),
): void {
  refuseNul(input);
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

/** What a person or program means is never nested deeper; recursion over it has to end. */
const depthMax = 32;

/** U+0000 is in no text that a person writes, and stores differ in what they make of it: refused everywhere. */
function refuseNul(value: unknown, at = '', depth = 0): void {
  if (depth > depthMax) {
    const field = at.split('.')[0]!;
    throw new AppError('validation_failed', `${field} is nested more than ${depthMax} levels deep.`, { field });
  }
  if (typeof value === 'string') {
    if (!value.includes(nul)) return;
    throw new AppError('validation_failed', `${at} contains the character U+0000.`, { field: at });
  }
  if (value === null || typeof value !== 'object') return;
  for (const [name, inner] of Object.entries(value)) {
    if (name.includes(nul))
      throw new AppError('validation_failed', 'A name contains the character U+0000.', { field: at });
    refuseNul(inner, at === '' ? name : `${at}.${name}`, depth + 1);
  }
}
