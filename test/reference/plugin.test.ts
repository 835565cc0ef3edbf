import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
const { version } = JSON.parse(read('package.json')) as { version: string };
const skills = globSync('plugins/claude-code/skills/*/SKILL.md', { cwd: root });
const ownTools = ['search', 'fetch', 'find_actions', 'read_action', 'prepare_action'];

test('the registry file and the plugin have the version of the product', () => {
  const files = ['server.json', 'plugins/claude-code/.claude-plugin/plugin.json'];
  expect(files.map((path) => JSON.parse(read(path)).version)).toEqual(files.map(() => version));
  const { name, description } = JSON.parse(read('server.json')) as { name: string; description: string };
  expect(name).toMatch(/^[a-z0-9.-]+\/[a-z0-9._-]+$/);
  expect(description.length).toBeLessThanOrEqual(100);
});

test.each(skills)('%s has a name, a description, and names only tools that exist', (path) => {
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(read(path)) ?? [];
  const folder = path.split('/').at(-2);
  expect(head).toContain(`name: ${folder}\n`);
  expect(/description: (.+)/.exec(head)![1]!.length).toBeLessThanOrEqual(1_024);
  const contract = JSON.parse(read('shared/contract/openapi.json')) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const operations = Object.values(contract.paths).flatMap((each) => Object.values(each));
  const tools = new Set([...ownTools, ...operations.flatMap((each) => each['x-outbound']?.tool ?? [])]);
  const named = [...body.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !tools.has(name))).toEqual([]);
});
interface Operation {
  'x-outbound'?: { tool: string };
}
