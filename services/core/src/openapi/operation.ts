import type { TObject, TSchema } from 'typebox';
import {
  type AnyAction,
  areaOf,
  isRead,
  mayNeedApproval,
  pathParametersOf,
  scopesOf,
} from '../actions/definition/define-action.ts';
import { counted } from '../domain/text/counted.ts';
import { foreignPathsOf } from '../schema/foreign.ts';
import { Named, NamedParameter, nameOf, paging, pascalCase } from '../schema/schema.ts';
import { exampleOf } from './examples.ts';
import { parameterRef } from './headers.ts';
import { hasContentTag, responsesOf } from './responses.ts';
import type { Results } from './results.ts';

type Json = Record<string, unknown>;

/** Operation object of the document. */
export function operationOf(action: AnyAction, results: (action: AnyAction) => Results): Json {
  return {
    operationId: action.name,
    summary: action.summary,
    description: action.description + priceSentence(action),
    tags: [areaOf(action)],
    ...(action.deprecated && { deprecated: true }),
    security: [{ apiKey: scopesOf(action) }],
    parameters: parametersOf(action),
    ...bodyOf(action),
    responses: responsesOf(action, results(action)),
    'x-outbound': {
      tool: action.name,
      title: action.title,
      area: areaOf(action),
      effect: action.effect,
      scopes: scopesOf(action),
      surface: action.isEverydayTool ? 'default' : 'more',
      untrusted: [...new Set([...foreignPathsOf(action.output, 'text'), ...(action.untrusted ?? [])])],
      untrustedNames: foreignPathsOf(action.output, 'name'),
      paged: action.isPaged ?? false,
      ...(action.small && { runsAtOnce: true, smallChange: action.small.change, undo: action.small.undo }),
      ...(action.personPage && { personPage: action.personPage }),
      ...(action.uploads && { uploads: action.uploads.types }),
      ...(action.price && { price: action.price }),
    },
  };
}

/** The price is declared once, in the action. The description for people and models includes it from there. */
function priceSentence({ price }: AnyAction): string {
  return price === undefined ? '' : ` Price: ${counted(price.credits, 'credit')} per ${price.per}.`;
}

function takesBody(action: AnyAction): boolean {
  return action.method !== 'get' && action.method !== 'delete';
}

function propertiesOf(action: AnyAction): [string, TSchema][] {
  return Object.entries((action.input as TObject).properties);
}

function parametersOf(action: AnyAction): Json[] {
  const inPath = pathParametersOf(action);
  const required: string[] = action.input.required ?? [];
  const example = exampleOf(action)?.input ?? {};
  const own = propertiesOf(action)
    .filter(([name]) => inPath.includes(name) || !takesBody(action) || isBesideUpload(action, name))
    .map(([name, schema]) =>
      sharedWhenPaging(name, schema, {
        name,
        in: inPath.includes(name) ? 'path' : 'query',
        ...((inPath.includes(name) || (required.includes(name) && !takesBody(action))) && { required: true }),
        schema: withoutDescription(schema),
        description: descriptionOf(schema as Json),
        ...(example[name] !== undefined && !isInBody(action, name) && { example: example[name] }),
        ...((schema as Json).type === 'array' && { style: 'form', explode: false }),
        ...((schema as Json).type === 'object' && { style: 'deepObject', explode: true }),
      }),
    );
  return [...own, ...sharedParametersOf(action)];
}

/** The `limit` and `cursor` of lists are shared parameters in the document. */
function sharedWhenPaging(name: string, schema: TSchema, parameter: Json): Json {
  if (!Object.values<TSchema>(paging).includes(schema)) return parameter;
  const { example: _ofOneOperation, ...shared } = parameter;
  return NamedParameter(name, shared);
}

/** True for an input member sent in the query because the body is a raw file. */
function isBesideUpload({ uploads }: AnyAction, name: string): boolean {
  return uploads !== undefined && name !== uploads.replaces;
}

function isInBody(action: AnyAction, name: string): boolean {
  return takesBody(action) && !pathParametersOf(action).includes(name);
}

function sharedParametersOf(action: AnyAction): Json[] {
  if (isRead(action)) return [parameterRef('dryRun'), ...(hasContentTag(action) ? [parameterRef('ifNoneMatch')] : [])];
  const ifMatch = action.errors.includes('version_conflict') ? [parameterRef('ifMatch')] : [];
  const approval = mayNeedApproval(action) ? [parameterRef('approvalHeader')] : [];
  const shared = [parameterRef('dryRun'), parameterRef('idempotencyKey'), parameterRef('planDigest')];
  return [...shared, ...approval, ...ifMatch];
}

/** A parameter has its description outside the schema. A named schema keeps its own. */
function withoutDescription(schema: TSchema): object {
  const { description: _besideIt, ...rest } = schema as Json;
  return nameOf(schema) === '' ? rest : schema;
}

function descriptionOf({ description, anyOf }: Json): unknown {
  return description ?? (anyOf as Json[] | undefined)?.find((branch) => branch.description)?.description;
}

function bodyOf(action: AnyAction): Json {
  if (!takesBody(action)) return {};
  const inPath = pathParametersOf(action);
  const properties = Object.fromEntries(propertiesOf(action).filter(([name]) => !inPath.includes(name)));
  const required = ((action.input.required ?? []) as string[]).filter((name) => !inPath.includes(name));
  const { properties: _all, required: _names, ...rest } = action.input as Json;
  const schema = { ...rest, properties, ...(required.length > 0 && { required }) };
  const example = exampleOf(action)?.input;
  const media = {
    schema: Named(`${pascalCase(action.name)}Request`, schema),
    ...(example !== undefined && { example: withoutPath(example, inPath) }),
  };
  // A schema cannot describe the format of raw bytes.
  const raw = (action.uploads?.types ?? []).map((type) => [
    type,
    { schema: type.startsWith('text/') ? { type: 'string' } : {} },
  ]);
  const content = { 'application/json': media, ...Object.fromEntries(raw) };
  return { requestBody: { required: required.length > 0 || raw.length > 0, content } };
}

function withoutPath(example: Json, inPath: string[]): Json {
  return Object.fromEntries(Object.entries(example).filter(([name]) => !inPath.includes(name)));
}
