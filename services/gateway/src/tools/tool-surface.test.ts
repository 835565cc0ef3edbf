import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type JsonSchema, loadContract } from '../core-client/contract.ts';
import type { ToolDeps } from './call-context.ts';
import { ToolRegistry } from './registry.ts';

const NAME_MAX = 40;
const DESCRIPTION_MAX = 1_000;
const DEFAULT_TOOLS_MAX = 25;
const DEFAULT_TOKENS_MAX = 15_000;
const CHARACTERS_PER_TOKEN = 4;

/** The tools of the real contract, as clients get them. A change of the snapshot is a change for every client. */
describe('the tools of the contract', () => {
  const contract = loadContract();
  const registry = new ToolRegistry(contract, {} as ToolDeps);
  const scopes = new Set(contract.scopes.map(({ scope }) => scope));
  const list = (toolset: string) =>
    registry.list({ principal: { scopes } as never, surface: { toolsets: [toolset], isReadOnly: false } });
  const tokensOf = (value: unknown) => Math.ceil(JSON.stringify(value).length / CHARACTERS_PER_TOKEN);

  it('fit into a client’s budget by default', () => {
    expect(list('default').length).toBeLessThanOrEqual(DEFAULT_TOOLS_MAX);
    expect(tokensOf(list('default'))).toBeLessThanOrEqual(DEFAULT_TOKENS_MAX);
  });

  it('need only scopes that exist', () => {
    const used = contract.actions.flatMap((action) => action.scopes);
    expect(used.filter((scope) => !scopes.has(scope))).toEqual([]);
  });

  it.each(list('all').map((tool) => [tool.name, tool] as const))(
    '%s is one that every client accepts',
    (name, tool) => {
      expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(name.length).toBeLessThanOrEqual(NAME_MAX);
      expect(tool.description.length).toBeLessThanOrEqual(DESCRIPTION_MAX);
      for (const schema of [tool.inputSchema, tool.outputSchema ?? { type: 'object' }]) {
        expect(schema.type).toBe('object');
        for (const union of ['oneOf', 'anyOf', 'allOf']) expect(schema).not.toHaveProperty(union);
        expect(JSON.stringify(schema)).not.toContain('"$ref"');
        expect(arraysWithoutItems(schema)).toEqual([]);
      }
    },
  );

  it('are the ones that were agreed on', () => {
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
