import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { AnyAction } from '../actions/definition/define-action.ts';
import { actions } from '../actions/index.ts';
import { errorTable } from '../errors/errors.ts';
import { exactDocument } from '../openapi/openapi.ts';
import { errorCodesOf } from '../openapi/responses.ts';
import type { Reply } from './start-test-core.ts';

type Json = Record<string, unknown>;

const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);

/** Closes objects with declared members, so that a response cannot contain fields outside its schema. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (schema === null || typeof schema !== 'object') return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, closed(part)]));
  const isOpen = parts.type !== 'object' || parts.properties === undefined || parts.additionalProperties !== undefined;
  return isOpen ? parts : { ...parts, additionalProperties: false };
}

interface Validators {
  successes: Record<string, ValidateFunction>;
  failure: ValidateFunction;
  codes: readonly string[];
}

const compiled = new Map<string, Validators>();

/** The document of all actions. Its components are compiled once, and referenced by each schema. */
// biome-ignore lint/suspicious/noExplicitAny: the document is read as the JSON that it is.
let document: any;

function readDocument() {
  if (document !== undefined) return document;
  const text = JSON.stringify(exactDocument(actions, 'http://test.example'));
  document = closed(JSON.parse(text.replaceAll('"#/components/', '"api#/components/')));
  ajv.addSchema({ $id: 'api', components: document.components });
  return document;
}

function validatorsOf(action: AnyAction): Validators {
  const known = compiled.get(action.name);
  if (known !== undefined) return known;
  const { paths, components } = readDocument();
  const { responses } = paths[action.path][action.method];
  const compile = (schema: Json) => ajv.compile(schema);
  const validators = {
    successes: Object.fromEntries(
      Object.keys(responses)
        .filter((status) => status < '300')
        .map((status) => [status, responses[status].content['application/json']?.schema])
        .map(([status, schema]) => [status, compile(schema ?? { not: {} })]),
    ),
    failure: compile(components.schemas.Error),
    codes: errorCodesOf(action),
  };
  compiled.set(action.name, validators);
  return validators;
}

function reported(validate: ValidateFunction, body: unknown): string[] {
  return validate(body)
    ? []
    : (validate.errors ?? [])
        .slice(0, 5)
        .map((error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`);
}

/** Differences between a response and the OpenAPI document: status, shape, or error code. Empty if it conforms. */
export function answerFaults(action: AnyAction, { status, body, headers }: Reply): string[] {
  const { successes, failure, codes } = validatorsOf(action);
  if (status < 300) {
    const success = successes[status];
    if (success === undefined) return [`status ${status} is not declared`];
    if (headers.get('content-disposition') === null) return reported(success, body);
    const type = headers.get('content-type')?.split(';')[0];
    return action.downloads?.types.includes(type!) ? [] : [`a download of ${type} is not declared`];
  }
  const faults = reported(failure, body);
  if (faults.length > 0) return faults;
  const code = body.error.code as keyof typeof errorTable;
  if (!codes.includes(code)) return [`${code} is not declared: ${body.error.message}`];
  return errorTable[code].status === status ? [] : [`${code} came with status ${status}`];
}
