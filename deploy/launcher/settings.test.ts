import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'outbound-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  [{}, 'http://127.0.0.1:3000'],
  [{ HOST: '::1', PORT: '3100' }, 'http://[::1]:3100'],
  [{ HOST: '::', PORT: '3100' }, 'http://127.0.0.1:3100'],
  [{ HOST: '0.0.0.0' }, 'http://127.0.0.1:3000'],
  [{ HOST: 'localhost', PORT: '80' }, 'http://localhost:80'],
  [{ HOST: '::1', BASE_URL: 'https://outbound.example' }, 'https://outbound.example'],
])('%j is reached at %s', (env, baseUrl) => {
  const settings = readSettings({ ...env, OUTBOUND_DATA_DIR: folder });
  expect(settings.baseUrl).toBe(baseUrl);
  expect(URL.canParse(settings.baseUrl)).toBe(true);
});
