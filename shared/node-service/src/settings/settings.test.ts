import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadSecretFiles, secretSettings } from './secret-files.ts';
import { unknownSettings } from './unknown-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'outbound-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(text: string): string {
  const file = join(folder, `secret-${Math.random()}`);
  writeFileSync(file, text);
  return file;
}

describe('secrets from files', () => {
  test.each(secretSettings)('%s can come from a file', (name) => {
    const env: Record<string, string | undefined> = { [`${name}_FILE`]: fileWith('a secret with = and spaces \n') };
    loadSecretFiles(env);
    expect(env).toEqual({ [name]: 'a secret with = and spaces' });
  });

  test.each([
    [
      'both are set',
      { SECRET_KEY: 'a', SECRET_KEY_FILE: fileWith('b') },
      /^SECRET_KEY and SECRET_KEY_FILE are both set/,
    ],
    ['the file is missing', { SECRET_KEY_FILE: '/nowhere' }, /^SECRET_KEY_FILE names \/nowhere.*ENOENT/],
    ['the file is empty', { SECRET_KEY_FILE: fileWith('\n') }, /^SECRET_KEY_FILE names .*, which is empty\.$/],
  ])('reports an error if %s', (_name, env, message) => {
    expect(() => loadSecretFiles(env)).toThrow(message);
  });
});

/** Variables of systems and programs, and correct settings. */
const otherNames = [
  'PATH',
  'HOME',
  'HOSTNAME',
  'HOSTS',
  'PORTS',
  'LANG',
  'LC_ALL',
  'TERM',
  'USER',
  'SHELL',
  'PWD',
  'LOGNAME',
  'npm_config_cache',
  'NODE_OPTIONS',
  'NODE_ENV',
  'OTEL_SERVICE_NAME',
  'XDG_RUNTIME_DIR',
  'NOTIFY_SOCKET',
  'GATEWAY_PORT',
  'GATEWAY_SERVICE_HOST',
  'CORE_PORT_3001_TCP',
  'KUBERNETES_SERVICE_HOST',
  'DATABASE_URL',
  'LD_PRELOAD',
  'FAKETIME',
  'SSL_CERT_FILE',
  'INVOCATION_ID',
  'JOURNAL_STREAM',
  'WATCHDOG_USEC',
  'NODE_URL',
  'BACKUP_DIR',
  'SECRET_KEY_FILE',
  'GOOGLE_CLIENT_ID',
  'PORT',
  'HOST',
];

describe('unknown settings', () => {
  test.each([
    ['BACKUP_DRI', 'BACKUP_DRI is not a setting. Did you mean BACKUP_DIR?'],
    ['MONGO_URI', 'MONGO_URI is not a setting. Did you mean MONGODB_URI?'],
    ['BASEURL', 'BASEURL is not a setting. Did you mean BASE_URL?'],
    ['SECRET_KEYS_FILE', 'SECRET_KEYS_FILE is not a setting. Did you mean SECRET_KEY_FILE?'],
    ['BACKUP_TARGET', 'BACKUP_TARGET is not a setting. See docs/reference/configuration.md.'],
  ])('names %s', (name, sentence) => {
    expect(unknownSettings({ [name]: 'x', PATH: '/bin' })).toEqual([sentence]);
  });

  test('names no setting, and no variable of another program', () => {
    expect(unknownSettings(Object.fromEntries(otherNames.map((name) => [name, 'x'])))).toEqual([]);
  });
});
