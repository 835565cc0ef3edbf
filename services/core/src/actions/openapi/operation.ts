import type { TObject, TSchema } from 'typebox';
import { type AnyAction, areaOf, isRead, pathParametersOf, scopesOf } from '../define-action.ts';
import { exampleOf } from './examples.ts';
import { parameterRef } from './headers.ts';
import { responsesOf } from './responses.ts';

type Json = Record<string, unknown>;

/** One operation of the document. */
export const operationOf = (action: AnyAction): Json => ({
  operationId: action.name,
  summary: action.summary,
  description: action.description,
  tags: [areaOf(action)],
  ...(action.deprecated && { deprecated: true }),
  security: [{ apiKey: scopesOf(action) }],
  parameters: parametersOf(action),
  ...bodyOf(action),
  responses: responsesOf(action),
  'x-outbound': {
    tool: action.name,
    title: action.title,
    area: areaOf(action),
    effect: action.effect,
    scopes: scopesOf(action),
    surface: action.isEverydayTool ? 'default' : 'more',
    inputSchema: action.input,
    outputSchema: action.output,
    untrusted: action.untrusted ?? [],
    paged: action.isPaged ?? false,
    ...(action.uploads && { uploads: action.uploads }),
    ...(action.price && { price: action.price }),
  },
});

const takesBody = (action: AnyAction): boolean => action.method !== 'get' && action.method !== 'delete';

const propertiesOf = (action: AnyAction): [string, TSchema][] => Object.entries((action.input as TObject).properties);

const parametersOf = (action: AnyAction): Json[] => {
  const inPath = pathParametersOf(action);
  const required: string[] = action.input.required ?? [];
  const example = exampleOf(action)?.input ?? {};
  const own = propertiesOf(action)
    .filter(([name]) => inPath.includes(name) || !takesBody(action) || action.uploads !== undefined)
    .map(([name, schema]) => ({
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: inPath.includes(name) || (required.includes(name) && !takesBody(action)),
      schema,
      description: descriptionOf(schema as Json),
      ...(example[name] !== undefined && !isInBody(action, name) && { example: example[name] }),
      ...((schema as Json).type === 'array' && { style: 'form', explode: false }),
    }));
  return [...own, ...sharedParametersOf(action)];
};

const isInBody = (action: AnyAction, name: string): boolean =>
  takesBody(action) && !pathParametersOf(action).includes(name);

const sharedParametersOf = (action: AnyAction): Json[] => {
  if (isRead(action)) return [parameterRef('dryRun')];
  const ifMatch = action.errors.includes('version_conflict') ? [parameterRef('ifMatch')] : [];
  return [parameterRef('dryRun'), parameterRef('idempotencyKey'), parameterRef('planDigest'), ...ifMatch];
};

const descriptionOf = ({ description, anyOf }: Json): unknown =>
  description ?? (anyOf as Json[] | undefined)?.find((branch) => branch.description)?.description;

const bodyOf = (action: AnyAction): Json => {
  if (!takesBody(action)) return {};
  const inPath = pathParametersOf(action);
  const properties = Object.fromEntries(propertiesOf(action).filter(([name]) => !inPath.includes(name)));
  const required = ((action.input.required ?? []) as string[]).filter((name) => !inPath.includes(name));
  const { properties: _all, required: _names, ...rest } = action.input as unknown as Json;
  const schema = { ...rest, properties, ...(required.length > 0 && { required }) };
  const example = exampleOf(action)?.input;
  const media = { schema, ...(example !== undefined && { example: withoutPath(example, inPath) }) };
  const raw = (action.uploads ?? []).map((type) => [type, { schema: { type: 'string' } }]);
  const content = { 'application/json': media, ...Object.fromEntries(raw) };
  return { requestBody: { required: required.length > 0 || raw.length > 0, content } };
};

const withoutPath = (example: Json, inPath: string[]): Json =>
  Object.fromEntries(Object.entries(example).filter(([name]) => !inPath.includes(name)));
