import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { type JsonSchema, loadContract } from '../core-client/contract.ts';
import type { Principal } from '../members/principal.ts';
import type { ToolDeps } from './call-context.ts';
import { ToolRegistry } from './registry.ts';

const nameLengthMax = 40;
const descriptionMax = 1_000;
const defaultToolsMax = 25;
const defaultTokensMax = 15_000;

/** The tools of the real contract, as clients get them. A change of the snapshot is a change for every client. */
describe('the tools of the contract', () => {
  const contract = loadContract();
  const registry = new ToolRegistry(contract, {} as ToolDeps);
  const scopes = new Set(contract.scopes.map(({ scope }) => scope));
  const person: Principal = {
    kind: 'oauth',
    isInForce: async () => true,
    forget() {},
    id: 'usr_1',
    workspaceId: 'wsp_1',
    clientId: 'client',
    scopes,
    runsAtOnce: false,
    authorize: async () => '',
  };
  const list = (toolset: string, runsAtOnce = false) =>
    registry.list({ principal: { ...person, runsAtOnce }, surface: { toolsets: [toolset], isReadOnly: false } });
  const directory = registry.list({
    principal: person,
    surface: { toolsets: ['all'], isReadOnly: false, isDirectory: true },
  });
  const tokensOf = (value: unknown) => countTokens(JSON.stringify(value));

  test('fit into a client’s budget by default', () => {
    expect(list('default').length).toBeLessThanOrEqual(defaultToolsMax);
    expect(tokensOf(list('default'))).toBeLessThanOrEqual(defaultTokensMax);
    expect(tokensOf(list('default', true))).toBeLessThanOrEqual(defaultTokensMax);
  });

  test('have honest hints on the directory surface: only reads are read-only', () => {
    const effects = new Map(contract.actions.map(({ name, effect }) => [name, effect]));
    for (const { name, title, annotations } of directory) {
      expect(title, name).toBeTruthy();
      const isRead = effects.has(name) ? effects.get(name) === 'read' : annotations.readOnlyHint;
      expect(annotations.readOnlyHint, name).toBe(isRead);
    }
    expect(
      directory
        .filter(({ name }) => /^(confirm|prepare|cancel)_/.test(name))
        .map(({ annotations }) => annotations.readOnlyHint),
    ).not.toContain(true);
  });

  test('name an existing action that undoes each immediate change', () => {
    const names = new Set(contract.actions.map(({ name }) => name));
    const changes = list('all', true).filter((tool) => tool.description.includes('To undo: '));
    expect(changes.length).toBeGreaterThan(20);
    for (const { description, annotations } of changes) {
      expect(description.length).toBeLessThanOrEqual(descriptionMax);
      expect(annotations.readOnlyHint).toBe(false);
      const [, undo = ''] = description.split('To undo: ');
      for (const [name] of undo.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)) expect(names).toContain(name);
    }
  });

  test('have a test that calls each of the gateway’s own tools', () => {
    const actions = new Set(contract.actions.map(({ name }) => name));
    const own = list('all').filter(({ name }) => !actions.has(name));
    expect(own.length).toBeGreaterThan(8);
    const folder = join(import.meta.dirname, '..');
    const lists = /(?:registry|tool-surface)\.test\.ts$/;
    const tests = globSync('**/*.test.ts', { cwd: folder }).map((path) => {
      const text = readFileSync(join(folder, path), 'utf8');
      return lists.test(path) ? [...text.matchAll(/callTool\([^)]*/g)].join('\n') : text;
    });
    const uncalled = own.filter(({ name }) => !tests.some((text) => text.includes(`'${name}'`)));
    expect(uncalled.map(({ name }) => name)).toEqual([]);
  });

  test('need only scopes that exist', () => {
    const used = contract.actions.flatMap((action) => action.scopes);
    expect(used.filter((scope) => !scopes.has(scope))).toEqual([]);
  });

  test.each(list('all').map((tool) => [tool.name, tool] as const))(
    '%s is one that every client accepts',
    (name, tool) => {
      expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(name.length).toBeLessThanOrEqual(nameLengthMax);
      expect(tool.description.length).toBeLessThanOrEqual(descriptionMax);
      for (const schema of [tool.inputSchema, tool.outputSchema ?? { type: 'object' }]) {
        expect(schema.type).toBe('object');
        for (const union of ['oneOf', 'anyOf', 'allOf']) expect(schema).not.toHaveProperty(union);
        expect(JSON.stringify(schema)).not.toContain('"$ref"');
        expect(arraysWithoutItems(schema)).toEqual([]);
      }
    },
  );

  test('are the ones that were agreed on', () => {
    const surface = Object.fromEntries(
      list('all').map((tool) => [
        tool.name,
        `${tokensOf(tool)} tokens, schema ${hash('sha256', JSON.stringify(tool.inputSchema)).slice(0, 12)}`,
      ]),
    );
    expect({ default: list('default').map(({ name }) => name), all: surface }).toMatchSnapshot();
  });
});

function arraysWithoutItems(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, items } = schema as JsonSchema;
  const own = type === 'array' && items === undefined ? [path || '(root)'] : [];
  return [...own, ...Object.entries(schema).flatMap(([name, value]) => arraysWithoutItems(value, `${path}.${name}`))];
}
