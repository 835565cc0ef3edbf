import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../core-client/contract.ts';
import { ToolError } from '../errors/errors.ts';

const valueShownMax = 60;

export type ArgumentCheck = (input: Record<string, unknown>) => void;

/** Checks a tool's arguments; the refusal names the argument and what is allowed. Compiled on first use. */
export function createArgumentCheck(schema: JsonSchema): ArgumentCheck {
  let validate: ReturnType<Ajv2020['compile']> | undefined;
  return (input) => {
    validate ??= ajv.compile(schema);
    if (validate(input)) return;
    const error = mostSpecific(validate.errors ?? []);
    throw new ToolError(error ? describe(error, schema) : 'The arguments are not valid.');
  };
}

const ajv = new Ajv2020({ strict: false, verbose: true, allowUnionTypes: true });
addFormats.default(ajv);

/** In a failed anyOf the branches come first; the most specific one says most. */
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
  return text.length > valueShownMax ? `${text.slice(0, valueShownMax)}…` : text;
}
