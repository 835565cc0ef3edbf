import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

// The steps of CONTRIBUTING.md that no type and no test of the part itself asks for.
const root = join(import.meta.dirname, '../..');

function textsOf(...patterns: string[]): [path: string, text: string][] {
  return globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] }).map((path) => [
    path,
    readFileSync(join(root, path), 'utf8'),
  ]);
}

test('every setting of the core is explained to who runs it', () => {
  const readers = textsOf('services/core/src/settings/*config.ts');
  const names = readers.flatMap(([, text]) =>
    [...text.matchAll(/\benv(?:\.|, ')([A-Z][A-Z0-9_]+)/g)].map(([, name]) => name!),
  );
  expect(names.length).toBeGreaterThan(20);
  const documents = textsOf('README.md', 'docs/*.md')
    .map(([, text]) => text)
    .join('\n');
  const unexplained = names.filter((name) => !documents.includes(`\`${name}\``));
  expect(unexplained, 'add a row to the table of settings in README.md').toEqual([]);
});

test('every program that asks a provider is imported by a test', () => {
  const asking = textsOf('services/core/src/providers/**/*.ts').filter(
    ([path, text]) => /\baskProvider\(/.test(text) && !/\.test\.ts$|provider-request\.ts$/.test(path),
  );
  expect(asking.length).toBeGreaterThan(2);
  const tests = textsOf('services/core/src/**/*.test.ts').map(([, text]) => text);
  const untested = asking.filter(([path]) => !tests.some((text) => text.includes(`/${basename(path)}'`)));
  expect(
    untested.map(([path]) => path),
    'test it against recorded responses with nock',
  ).toEqual([]);
});
