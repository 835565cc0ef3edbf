import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { anchoredLinks, anchorsOf, npmScripts, relativeLinks } from './links.ts';

const root = join(import.meta.dirname, '../../');
const documents = globSync(['*.md', '{.github,deploy,docs,examples,services,shared,test}/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules/**', '**/fixtures/**'],
}).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

test('finds the documents', () => {
  expect(documents.map(({ path }) => path)).toEqual(expect.arrayContaining(['README.md', 'CONTRIBUTING.md']));
});

test('every npm script in a document exists', () => {
  // A package of its own has scripts of its own.
  const shared = documents.filter(({ path }) => !path.startsWith('shared/'));
  const missing = shared.flatMap(({ path, text }) =>
    npmScripts(text)
      .filter((script) => !(script in scripts))
      .map((script) => `${path}: npm run ${script}`),
  );
  expect(missing).toEqual([]);
});

test('every relative link in a document leads to a file', () => {
  const broken = documents.flatMap(({ path, text }) =>
    relativeLinks(text)
      .filter((target) => !existsSync(join(root, dirname(path), target)))
      .map((target) => `${path}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test('every link to a heading leads to a heading', () => {
  const broken = documents.flatMap(({ path, text }) =>
    anchoredLinks(text)
      .filter(([target]) => target === '' || target.endsWith('.md'))
      .filter(([target, anchor]) => {
        const other = target === '' ? text : readFileSync(join(root, dirname(path), target), 'utf8');
        return !anchorsOf(other).includes(anchor);
      })
      .map(([target, anchor]) => `${path}: ${target}#${anchor}`),
  );
  expect(broken).toEqual([]);
});

test('reads links, anchors, and scripts', () => {
  const text =
    '# One & two\n[a](b.md#c) [d](https://e.example) ![f](g.png "H")\n`npm run -s reference`, npm test\n```\n[x](y)\n```';
  expect(relativeLinks(text)).toEqual(['b.md', 'g.png']);
  expect(anchoredLinks(text)).toEqual([['b.md', 'c']]);
  expect(anchorsOf(text)).toEqual(['one--two']);
  expect(npmScripts(text)).toEqual(['reference', 'test']);
});
