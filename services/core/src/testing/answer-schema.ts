import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { AnyAction } from '../actions/define-action.ts';
import { openApiDocument } from '../actions/openapi.ts';
import { errorTable } from '../errors.ts';
import type { Reply } from './start-test-core.ts';

type Json = Record<string, unknown>;

const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);

/** Objects with declared members have no others: an answer must not show what its schema does not name. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed);
  if (schema === null || typeof schema !== 'object') return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, closed(part)]));
  const isOpen = parts.type !== 'object' || parts.properties === undefined || parts.additionalProperties !== undefined;
  return isOpen ? parts : { ...parts, additionalProperties: false };
};

const compiled = new Map<string, { success: ValidateFunction; failure: ValidateFunction; statuses: string[] }>();

const validatorsOf = (action: AnyAction) => {
  const known = compiled.get(action.name);
  if (known !== undefined) return known;
  // biome-ignore lint/suspicious/noExplicitAny: the document is read as the JSON that it is.
  const { paths, components } = openApiDocument([action], 'http://test.example') as any;
  const { responses } = paths[action.path][action.method];
  const compile = (schema: Json) => ajv.compile(closed({ ...schema, components }) as Json);
  const validators = {
    success: compile(responses['2XX'].content['application/json'].schema),
    failure: compile(components.schemas.Error),
    statuses: Object.keys(responses),
  };
  compiled.set(action.name, validators);
  return validators;
};

/** What is wrong with an answer, by the OpenAPI document: its status, its shape, its error code. Empty when all is well. */
export const answerFaults = (action: AnyAction, { status, body, headers }: Reply): string[] => {
  const { success, failure, statuses } = validatorsOf(action);
  const told = (validate: ValidateFunction) =>
    validate(body)
      ? []
      : (validate.errors ?? [])
          .slice(0, 5)
          .map((error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`);
  if (status < 300) return headers.get('content-disposition') === null ? told(success) : [];
  if (!statuses.includes(String(status)))
    return [`status ${status} is not declared: ${JSON.stringify(body).slice(0, 300)}`];
  const faults = told(failure);
  const code = body?.error?.code as keyof typeof errorTable;
  if (faults.length === 0 && errorTable[code].status !== status) faults.push(`${code} came with status ${status}`);
  return faults;
};
