import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { AnyAction } from '../actions/define-action.ts';
import { AppError, type ErrorDetail } from '../errors.ts';

const detailsMax = 20;

const createAjv = (coerceTypes: false | 'array') => {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    coerceTypes,
    useDefaults: true,
    strict: true,
    strictRequired: false,
    strictTypes: false,
    allowUnionTypes: true,
  });
  addFormats.default(ajv);
  return ajv;
};

// Query and path values are text: they are converted to the schema's types. JSON bodies are not.
const ajvForText = createAjv('array');
const ajvForJson = createAjv(false);

type Notation = 'text' | 'json';
const compiled = { text: new WeakMap<AnyAction, ValidateFunction>(), json: new WeakMap<AnyAction, ValidateFunction>() };

/** Compiles the schemas of all actions, so that a mistake in one shows at start and no request pays for it. */
export const compileInputs = (actions: readonly AnyAction[]): void => {
  for (const action of actions) {
    validatorOf(action, notationOf(action));
    if (action.uploads !== undefined) validatorOf(action, 'text');
  }
};

const notationOf = ({ method }: AnyAction): Notation => (method === 'get' || method === 'delete' ? 'text' : 'json');

const validatorOf = (action: AnyAction, notation: Notation): ValidateFunction => {
  const known = compiled[notation].get(action);
  if (known !== undefined) return known;
  const validate = (notation === 'text' ? ajvForText : ajvForJson).compile(action.input);
  compiled[notation].set(action, validate);
  return validate;
};

/** Checks and completes (defaults) the input in place; throws `validation_failed` naming each field and what is allowed. */
export const validateInput = (
  action: AnyAction,
  input: Record<string, unknown>,
  notation: Notation = notationOf(action),
): void => {
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
};

// Of an anyOf with null, only what the other branch says is worth telling.
const isNoise = (error: ErrorObject): boolean =>
  error.keyword === 'anyOf' || error.keyword === 'if' || (error.keyword === 'type' && error.params.type === 'null');

const toDetails = (errors: ErrorObject[]): ErrorDetail[] => {
  const telling = errors.filter((error) => !isNoise(error));
  return (telling.length > 0 ? telling : errors).slice(0, detailsMax).map(toDetail);
};

const hints: Record<string, string> = {
  'date-time': ', like 2026-01-31T09:00:00Z: with time and zone',
  date: ', like 2026-01-31',
};

const toDetail = (error: ErrorObject): ErrorDetail => {
  const at = error.instancePath.split('/').slice(1).join('.');
  const under = (name: string) => (at === '' ? name : `${at}.${name}`);
  if (error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties') {
    const unknown = under(String(error.params.additionalProperty ?? error.params.unevaluatedProperty));
    const allowedValues = Object.keys((error.parentSchema as { properties?: object }).properties ?? {});
    return {
      field: unknown,
      message: `Unknown field "${unknown}"; allowed: ${allowedValues.join(', ') || 'none'}.`,
      allowedValues,
    };
  }
  if (error.keyword === 'required') {
    const missing = under(error.params.missingProperty);
    return { field: missing, message: `${missing} is required.` };
  }
  if (error.keyword === 'enum') {
    const allowedValues = error.params.allowedValues as unknown[];
    return {
      field: at,
      message: `Unknown ${at} ${JSON.stringify(error.data)?.slice(0, 100)}; allowed: ${allowedValues.join(', ')}.`,
      allowedValues,
    };
  }
  const hint = hints[String(error.params.format)] ?? '';
  return { field: at, message: `${at || 'The input'} ${error.message}${hint}.` };
};
