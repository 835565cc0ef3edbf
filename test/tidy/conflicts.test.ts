import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const textFiles = /\.(ts|mjs|js|cjs|json|md|liquid|css|yaml|tsv|sh|service|conf)$/;
const bytesMax = 4 * 1024 * 1024;

/** Reads the folder itself, so that it works in a downloaded archive, which has no repository around it. */
test('no file holds what a merge has left behind', () => {
  const root = join(import.meta.dirname, '../..');
  const files = globSync('**/*', { cwd: root, exclude: (name) => /(^|\/)(node_modules|data|dist)$/.test(name) })
    .filter((path) => textFiles.test(path))
    .filter((path) => statSync(join(root, path)).isFile() && statSync(join(root, path)).size < bytesMax);
  expect(files.length).toBeGreaterThan(1_000);
  const marker = /^(?:<{7}|>{7}) /m;
  expect(files.filter((path) => marker.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
});
