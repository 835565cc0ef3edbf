import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folders = '{.ci,.github,deploy,docs,examples,patches,services,shared,test}/**/*';

/** Reads files instead of asking git, so that the test also runs in a downloaded archive. */
test('no file contains markers of a merge conflict', () => {
  const files = globSync(['*', folders], {
    cwd: root,
    exclude: ['**/node_modules/**', '**/*.png', 'data/**'],
    withFileTypes: true,
  }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(1_000);
  const marked = files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => /^(<{7}|>{7}) /m.test(readFileSync(path, 'utf8')));
  expect(marked).toEqual([]);
});
