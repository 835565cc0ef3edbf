import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingNames } from '../../shared/node-service/src/settings/setting-names.ts';
import { metricsIn } from './metrics.ts';
import { referencePages } from './reference-pages.ts';
import { settingGroups } from './setting-descriptions.ts';
import { configurationPage, mergedSettings, settingsIn } from './settings.ts';
import { productSources } from './source-text.ts';

const root = join(import.meta.dirname, '../../');
const described = settingGroups.flatMap(({ settings }) => settings);

test('every setting in the code has a description, and every description a setting', () => {
  const inCode = [...mergedSettings(productSources(root).flatMap(settingsIn)).keys()];
  const names = described.map(({ name }) => name);
  expect(
    inCode.filter((name) => !names.includes(name)),
    'add them to setting-descriptions.ts',
  ).toEqual([]);
  // Names of mail providers are composed: GOOGLE_ and MICROSOFT_ before a fixed ending.
  const isComposed = (name: string) => /^(GOOGLE|MICROSOFT)_/.test(name);
  expect(
    names.filter((name) => !isComposed(name) && !inCode.includes(name)),
    'remove them',
  ).toEqual([]);
});

test('the parts know the names of all settings', () => {
  expect(settingNames).toEqual(described.map(({ name }) => name));
});

test('reads the default and the limits of a setting from the code', () => {
  const text =
    "const a = integer(env, 'TRIAL_CREDITS', 200, 0, 1_000_000); const b = text('LOG_LEVEL', 'info'); env.MODEL_URL;";
  const settings = mergedSettings(settingsIn({ path: 'a.ts', text }));
  expect([...settings.values()]).toEqual([
    { name: 'TRIAL_CREDITS', fallback: '200', range: [0, 1_000_000] },
    { name: 'LOG_LEVEL', fallback: 'info' },
    { name: 'MODEL_URL' },
  ]);
  expect(configurationPage(settings)).toContain(
    '| `TRIAL_CREDITS` | `200` | Credits of a new workspace. Allowed: 0 to 1,000,000. |',
  );
});

test('reads metrics from constructors and short forms', () => {
  const text =
    "import { Gauge } from 'prom-client'; new Gauge({ name: 'a_b', help: 'One.', labelNames: ['x'] as const }); gauge('c', 'Two.');";
  expect(metricsIn({ path: 'a.ts', text })).toEqual([
    { name: 'a_b', help: 'One.', labels: ['x'], kind: 'gauge' },
    { name: 'outbound_c', help: 'Two.', labels: [], kind: 'gauge' },
  ]);
});

test('the pages of docs/reference are current', async () => {
  for (const [path, text] of Object.entries(await referencePages(root)))
    expect(readFileSync(join(root, path), 'utf8') === text, `${path} is out of date: npm run reference`).toBe(true);
});
