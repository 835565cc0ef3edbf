import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('no file holds what a merge has left behind', () => {
  const root = join(import.meta.dirname, '../..');
  const found = spawnSync('git', ['grep', '-lE', '^(<{7}|>{7}) '], { cwd: root, encoding: 'utf8' });
  expect(found.stdout).toBe('');
  expect(found.status, found.stderr).toBe(1);
});
