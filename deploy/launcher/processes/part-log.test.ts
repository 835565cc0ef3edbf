import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PartLog } from './part-log.ts';

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'outbound-log-'));
}

test('rotates the log at its size limit and keeps three older files', async () => {
  const folder = newFolder();
  const log = new PartLog(join(folder, 'part.log'), 1_000);
  for (let i = 0; i < 100; i += 1) {
    log.write(Buffer.from(`${String(i).padStart(99, '0')}\n`));
    await log.close();
  }
  expect(readdirSync(folder).sort()).toEqual(['part.log', 'part.log.1', 'part.log.2', 'part.log.3']);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(1_000);
  const lines = ['part.log.3', 'part.log.2', 'part.log.1', 'part.log'].flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').trim().split('\n'),
  );
  expect(lines.map(Number)).toEqual(Array.from({ length: lines.length }, (_, i) => 100 - lines.length + i));
});

test('makes the log readable only by its owner', async () => {
  const file = join(newFolder(), 'part.log');
  const log = new PartLog(file);
  log.write(Buffer.from('x\n'));
  await log.close();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.skipIf(!existsSync('/dev/full'))('loses only log lines on a full disk', async () => {
  const log = new PartLog('/dev/full');
  log.write(Buffer.from('lost\n'));
  await log.close();
  expect(log.problem).toMatch(/ENOSPC/);
});

test('records the number of lost lines when it can write again', async () => {
  const folder = newFolder();
  const file = join(folder, 'later', 'part.log');
  const log = new PartLog(file);
  log.write(Buffer.from('lost\n'));
  await log.close();
  expect(log.problem).toMatch(/ENOENT/);
  mkdirSync(join(folder, 'later'));
  log.write(Buffer.from('kept\n'));
  await log.close();
  expect(log.problem).toBeUndefined();
  expect(readFileSync(file, 'utf8')).toBe('{"level":40,"msg":"5 bytes of log lost"}\nkept\n');
});
