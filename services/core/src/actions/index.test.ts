import { describe, expect, test } from 'vitest';
import { errorTable } from '../errors/errors.ts';
import { sourceFiles } from '../testing/source-files.ts';
import { type AnyAction, isRead, pathParametersOf, scopesOf } from './definition/define-action.ts';
import { allScopes } from './definition/scopes.ts';
import { actions } from './index.ts';

type Schema = Record<string, unknown>;

const nameLengthMax = 40;
const descriptionLengthMax = 1_000;
const descriptionLengthMin = 60;
const everydayToolsMax = 21;

const sources = sourceFiles(new URL('..', import.meta.url).pathname);
const tests = sources.filter(({ path }) => path.endsWith('.test.ts'));
function isRegistryTest(path: string) {
  return /\.registry(\.long)?\.test\.ts$/.test(path) || path === 'actions/index.test.ts';
}
const ownTests = tests.filter(({ path }) => !isRegistryTest(path));
const definitions = sources.filter(
  ({ path, text }) =>
    path.startsWith('actions/') &&
    !path.startsWith('actions/definition/') &&
    /\bdefine(?:Read|Write|Query)\(\{/.test(text) &&
    !path.includes('.test.'),
);

function kebab(name: string) {
  return name.replaceAll('_', '-');
}
function camel(name: string) {
  return name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

/** Pattern of a test's call to the action: 'GET', `/contacts/${id}`. */
function requestPattern({ method, path }: AnyAction): RegExp {
  const segments = path.split('/').map((segment) => (segment.startsWith('{') ? '(?:\\$\\{[^}]+\\}|[\\w-]+)' : segment));
  return new RegExp(`'${method.toUpperCase()}',\\s*[\\x60']${segments.join('/')}[\\x60'?]`);
}

/** Returns the schema and all nested schemas, each with its path. */
function schemasIn(schema: unknown, at: string): [string, Schema][] {
  if (schema === null || typeof schema !== 'object') return [];
  if (Array.isArray(schema)) return schema.flatMap((part, index) => schemasIn(part, `${at}.${index}`));
  const inside = Object.entries(schema).flatMap(([key, part]) => schemasIn(part, `${at}.${key}`));
  return [[at, schema as Schema], ...inside];
}

function nested({ name, input, output }: AnyAction) {
  return [...schemasIn(input, `${name}.input`), ...schemasIn(output, `${name}.output`)];
}

describe('the registry', () => {
  test('has unique names and routes', () => {
    const names = actions.map(({ name }) => name);
    const routes = actions.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([]);
  });

  test('contains every action defined in a file', () => {
    const missing = definitions
      .map(({ path, text }) => ({ path, name: /^\s*name: '(\w+)'/m.exec(text)?.[1] }))
      .filter(({ name }) => !actions.some((action) => action.name === name));
    expect(missing).toEqual([]);
  });

  test(`marks at most ${everydayToolsMax} actions as everyday tools`, () => {
    const everyday = actions.filter(({ isEverydayTool }) => isEverydayTool).map(({ name }) => name);
    expect(everyday.length, everyday.join(' ')).toBeLessThanOrEqual(everydayToolsMax);
  });

  test('has only scopes that an action requires, including a read scope for each area', () => {
    const needed = new Set(actions.flatMap(scopesOf));
    expect(allScopes.map(({ scope }) => scope).filter((scope) => !needed.has(scope))).toEqual([]);
  });

  test('has a test for every error code', () => {
    const texts = tests.filter(({ path }) => path !== 'actions/index.test.ts').map(({ text }) => text);
    // Only the application's pages raise this code. Their tests check the status and the sentence
    // (web/workspaces/workspace.test.ts).
    const codes = Object.keys(errorTable).filter((code) => code !== 'requires_person');
    const unprovoked = codes.filter((code) => !texts.some((text) => text.includes(`'${code}'`)));
    expect(unprovoked).toEqual([]);
  });
});

describe.each(actions.map((action) => [action.name, action] as const))('%s', (name, action) => {
  test('uses the same name in registry, file, and constant', () => {
    expect(name).toMatch(/^[a-z]+(_[a-z0-9]+)+$/);
    expect(name.length).toBeLessThanOrEqual(nameLengthMax);
    const file = definitions.find(({ path }) => path.endsWith(`/${kebab(name)}.ts`));
    expect(file?.path, `no actions/<area>/${kebab(name)}.ts`).toBeDefined();
    expect(file?.text).toMatch(new RegExp(`export (?:const|function) ${camel(name)}\\b`));
    expect(file?.text).toContain(`name: '${name}'`);
  });

  test('has a description for people and models', () => {
    expect(action.title.length).toBeGreaterThan(0);
    expect(action.summary).toMatch(/\.$/);
    expect(action.description).toMatch(/\.$/);
    expect(action.description.length).toBeGreaterThanOrEqual(descriptionLengthMin);
    expect(action.description.length).toBeLessThanOrEqual(descriptionLengthMax);
  });

  test('requires existing scopes, and a write scope for writes', () => {
    const known = allScopes.map(({ scope }) => scope);
    expect(scopesOf(action).filter((scope) => !known.includes(scope))).toEqual([]);
    if (name !== 'get_me') expect(scopesOf(action)).not.toEqual([]);
    const kind = isRead(action) && !readsForWriters.includes(name) ? 'read' : 'write';
    expect(scopesOf(action).filter((scope) => !scope.endsWith(`:${kind}`))).toEqual([]);
    if (action.effect === 'send') expect(scopesOf(action)).toContain('sending:write');
    if (action.effect === 'spend') expect(scopesOf(action)).toContain('credits:write');
  });

  test('has an effect that fits its method', () => {
    expect(['read', 'write', 'destroy', 'spend', 'send']).toContain(action.effect);
    if (action.method === 'get') expect(action.effect).toBe('read');
    if (action.method === 'delete') expect(action.effect).toBe('destroy');
    if (action.effect === 'spend') expect(action.price).toBeDefined();
  });

  test('takes a plain object and requires its path parameters', () => {
    const { type, properties, additionalProperties, required = [], anyOf, oneOf, allOf } = action.input as Schema;
    expect({ type, additionalProperties, anyOf, oneOf, allOf }).toEqual({
      type: 'object',
      additionalProperties: false,
    });
    const inPath = pathParametersOf(action);
    expect(new Set(inPath).size).toBe(inPath.length);
    expect(Object.keys(properties as Schema)).toEqual(expect.arrayContaining(inPath));
    expect(required).toEqual(expect.arrayContaining(inPath));
    expect(Object.keys(properties as Schema)).not.toContain('dryRun');
  });

  test('marks secrets and names the page where a person enters or sees them', () => {
    const all = nested(action);
    const secrets = all.filter(([at]) => /\.(password|secret|apiKey|token)$/.test(at));
    expect(secrets.filter(([, schema]) => !schema.writeOnly && schema.format !== 'password').map(([at]) => at)).toEqual(
      [],
    );
    expect(action.personPage !== undefined).toBe(secrets.length > 0);
  });

  test('has schemas without references, with items for each array and a length limit for each text', () => {
    const all = nested(action);
    expect(all.filter(([, schema]) => '$ref' in schema).map(([at]) => at)).toEqual([]);
    expect(all.filter(([, schema]) => schema.type === 'array' && !('items' in schema)).map(([at]) => at)).toEqual([]);
    const texts = schemasIn(action.input, name).filter(([, schema]) => schema.type === 'string');
    const unbounded = texts.filter(
      ([, schema]) => !['maxLength', 'enum', 'const', 'format', 'pattern'].some((key) => key in schema),
    );
    expect(unbounded.map(([at]) => at)).toEqual([]);
    const lists = schemasIn(action.input, name).filter(([, schema]) => schema.type === 'array');
    expect(lists.filter(([, schema]) => !('maxItems' in schema)).map(([at]) => at)).toEqual([]);
  });

  test('supports paging if it declares paging', () => {
    const members = Object.keys(action.input.properties);
    expect((members.includes('cursor') || members.includes('after')) && members.includes('limit')).toBe(
      action.isPaged === true,
    );
  });

  test('has a test: next to its file, by name, or with a request to its path', () => {
    const request = requestPattern(action);
    const isTested = ownTests.some(
      ({ path, text }) => path.endsWith(`/${kebab(name)}.test.ts`) || text.includes(name) || request.test(text),
    );
    expect(isTested).toBe(true);
  });

  test('raises only errors of the closed table', () => {
    expect(action.errors.filter((code) => !(code in errorTable))).toEqual([]);
    expect(new Set(action.errors).size).toBe(action.errors.length);
    if (pathParametersOf(action).length > 0) expect(action.errors).toContain('not_found');
  });
});

/** Holders of the signing secret can forge deliveries, and a file that was sent by link takes space. */
const readsForWriters = ['get_webhook_secret', 'create_upload'];
