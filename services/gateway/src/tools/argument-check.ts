import { cutText } from '@outbound/node-service/text/cut-text';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../core-client/contract.ts';
import { ToolError } from '../errors/errors.ts';
import { readArguments } from './arguments/read-arguments.ts';
import { requireWellFormed } from './arguments/require-well-formed.ts';

const valueShownMax = 60;

type Values = Record<string, unknown>;
interface CheckOptions {
  isRead?: boolean;
  /** Replaces alternative spellings of known values. */
  respell?(input: Values): Values;
}

/** Returns the arguments as they were read. `notes` collects the differences from the given ones. */
export type ArgumentCheck = (input: Values, notes?: string[]) => Values;

/** Checks a tool's arguments. The rejection names the argument and the allowed values. Compiled on first use. */
export function createArgumentCheck(
  schema: JsonSchema,
  { isRead = false, respell = (input: Values) => input }: CheckOptions = {},
): ArgumentCheck {
  let validate: ReturnType<Ajv2020['compile']> | undefined;
  return (given, notes = []) => {
    validate ??= ajv.compile(schema);
    requireWellFormed(given);
    const input = respell(given);
    if (validate(input)) return input;
    const read = respell(readArguments(schema, input, { accepts, isRead, notes }));
    requireWellFormed(read);
    if (validate(read)) return read;
    const error = mostSpecific(validate.errors ?? []);
    throw new ToolError(error ? describe(error, schema) : 'The arguments are not valid.');
  };
}

const ajv = new Ajv2020({ strict: false, verbose: true, allowUnionTypes: true });
addFormats.default(ajv);

/** Parts of schemas are checked only after arguments were rejected. */
const partChecks = new WeakMap<JsonSchema, ReturnType<Ajv2020['compile']>>();

function accepts(schema: JsonSchema, value: unknown): boolean {
  let validate = partChecks.get(schema);
  if (validate === undefined) {
    validate = ajv.compile(schema);
    partChecks.set(schema, validate);
  }
  return validate(value) === true;
}

/** In a failed anyOf, the branches come first. The most specific error is the most useful. */
function mostSpecific(errors: ErrorObject[]): ErrorObject | undefined {
  return errors.find(({ keyword }) => keyword === 'enum' || keyword === 'additionalProperties') ?? errors[0];
}

function describe(
  { keyword, instancePath, params, data, message, parentSchema }: ErrorObject,
  schema: JsonSchema,
): string {
  const name = instancePath.slice(1).replaceAll('/', '.') || 'the arguments';
  switch (keyword) {
    case 'required':
      return `Missing argument "${prefixed(instancePath, params.missingProperty)}".`;
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const unknown = params.additionalProperty ?? params.unevaluatedProperty;
      const allowed = Object.keys((parentSchema?.properties ?? schema.properties ?? {}) as object);
      return `Unknown argument "${prefixed(instancePath, unknown)}"; allowed: ${allowed.join(', ') || 'none'}.`;
    }
    case 'enum':
      return `Unknown ${name} ${shown(data)}; allowed: ${(params.allowedValues as unknown[]).join(', ')}.`;
    case 'const':
      return `${name} must be ${shown(params.allowedValue)}.`;
    case 'type':
      return `${name} must be of type ${params.type}, not ${shown(data)}.`;
    default:
      return `${name} ${message ?? 'is not valid'}.`;
  }
}

function prefixed(instancePath: string, name: string): string {
  return [...instancePath.split('/').slice(1), name].join('.');
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return cutText(text, valueShownMax, '…');
}
