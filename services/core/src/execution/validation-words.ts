import { cutText } from '@outbound/node-service/text/cut-text';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { counted } from '../domain/text/counted.ts';
import type { ErrorDetail } from '../errors/errors.ts';
import { clockPattern, closingPattern } from '../schema/schema.ts';

const detailsMax = 20;

/** Validator errors as text that tells the caller what to send instead. */
export function toDetails(errors: ErrorObject[]): ErrorDetail[] {
  const telling = errors.filter((error) => !isNoise(error));
  return (telling.length > 0 ? telling : errors).slice(0, detailsMax).map(toDetail);
}

// In an anyOf with null, only the other branch's message helps.
function isNoise(error: ErrorObject): boolean {
  return (
    error.keyword === 'anyOf' || error.keyword === 'if' || (error.keyword === 'type' && error.params.type === 'null')
  );
}

function toDetail(error: ErrorObject): ErrorDetail {
  const at = error.instancePath.split('/').slice(1).join('.');
  const detailOf = details[error.keyword];
  if (detailOf !== undefined) return detailOf(error, at);
  const rule = rules[error.keyword]?.(error) ?? error.message ?? 'is not valid';
  return { field: at, message: `${at || 'The input'} ${rule}.` };
}

function under(at: string, name: unknown): string {
  return at === '' ? String(name) : `${at}.${name}`;
}

function unknownField({ params, parentSchema }: ErrorObject, at: string): ErrorDetail {
  const field = under(at, params.additionalProperty ?? params.unevaluatedProperty);
  const allowedValues = Object.keys((parentSchema as { properties?: object }).properties ?? {});
  const message = `Unknown field "${field}"; allowed: ${allowedValues.join(', ') || 'none'}.`;
  return { field, message, allowedValues };
}

function missingField({ params }: ErrorObject, at: string): ErrorDetail {
  const field = under(at, params.missingProperty);
  return { field, message: `${field} is required.` };
}

function unknownValue({ params, data }: ErrorObject, at: string): ErrorDetail {
  const allowedValues = params.allowedValues as unknown[];
  const message = `Unknown ${at} ${cutText(JSON.stringify(data) ?? '', 100)}; allowed: ${allowedValues.join(', ')}.`;
  return { field: at, message, allowedValues };
}

type Detail = (error: ErrorObject, at: string) => ErrorDetail;
const details: Record<string, Detail | undefined> = {
  additionalProperties: unknownField,
  unevaluatedProperties: unknownField,
  required: missingField,
  enum: unknownValue,
};

const formats: Record<string, string> = {
  'date-time': 'a time with a time zone, such as 2026-01-31T09:00:00Z',
  date: 'a date, such as 2026-01-31',
  email: 'an email address',
  uri: 'a URL with its scheme, such as https://example.com',
};

const types: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  object: 'an object with named members',
  string: 'text',
};

const clockTimes: Record<string, string | undefined> = {
  [clockPattern]: 'must be a time of day, HH:MM, such as 09:00',
  [closingPattern]: 'must be a time of day, HH:MM, such as 17:30, or 24:00 for its end',
};

/** Names an ID pattern by its prefix. */
function patternRule({ params }: ErrorObject): string {
  const pattern = String(params.pattern);
  const prefix = /^\^(\w+)_\[0-9A-HJKMNP-TV-Z\]\{26\}\$$/.exec(pattern)?.[1];
  if (prefix !== undefined) return `must be an ID as the API returns it: ${prefix}_ and 26 letters and digits`;
  return clockTimes[pattern] ?? `must have the form ${pattern}`;
}

function atLeast(noun: string) {
  return ({ params }: ErrorObject) =>
    params.limit === 1 && noun === 'character'
      ? 'must not be empty'
      : `must have at least ${counted(params.limit, noun)}`;
}

function atMost(noun: string) {
  return ({ params }: ErrorObject) => `must have at most ${counted(params.limit, noun)}`;
}

const rules: Record<string, ((error: ErrorObject) => string) | undefined> = {
  pattern: patternRule,
  minLength: atLeast('character'),
  maxLength: atMost('character'),
  minItems: atLeast('entry'),
  maxItems: atMost('entry'),
  minProperties: atLeast('member'),
  maxProperties: atMost('member'),
  minimum: ({ params }) => `must be at least ${params.limit}`,
  maximum: ({ params }) => `must be at most ${params.limit}`,
  exclusiveMinimum: ({ params }) => `must be more than ${params.limit}`,
  exclusiveMaximum: ({ params }) => `must be less than ${params.limit}`,
  multipleOf: ({ params }) => `must be a multiple of ${params.multipleOf}`,
  uniqueItems: () => 'must not contain the same entry twice',
  const: ({ params }) => `must be ${JSON.stringify(params.allowedValue)}`,
  type: ({ params }) =>
    `must be ${[params.type]
      .flat()
      .map((type) => types[type] ?? type)
      .join(' or ')}`,
  format: ({ params }) => `must be ${formats[params.format] ?? params.format}`,
};
