import { ConfigError } from '@outbound/node-service/settings/common-settings';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const minimalEnvironment = { MONGODB_URI: 'mongodb://db', CORE_URL: 'http://core:3000/', INTERNAL_SECRET: 'secret' };

test('derives the public URLs from BASE_URL', () => {
  const config = readConfig({
    ...minimalEnvironment,
    BASE_URL: 'https://outbound.example',
    ALLOWED_ORIGINS: 'https://a.example, https://b.example',
  });
  expect(config).toMatchObject({
    baseUrl: 'https://outbound.example',
    resourceUrl: 'https://outbound.example/mcp',
    coreUrl: 'http://core:3000',
    allowedOrigins: ['https://outbound.example', 'https://a.example', 'https://b.example'],
  });
  expect(config.allowedHosts).toContain('outbound.example');
  expect(config.allowedHosts).not.toContain('localhost:3001');
  expect(Object.isFrozen(config)).toBe(true);
});

test('reports all invalid settings in one error', () => {
  const read = () => readConfig({ PORT: 'many', CORE_URL: 'not a url', BASE_URL: 'https://outbound.example/path' });
  expect(read).toThrow(ConfigError);
  for (const problem of [
    /PORT must be a whole number/,
    /CORE_URL must be a URL/,
    /MONGODB_URI is missing/,
    /BASE_URL must not have a path/,
  ]) {
    expect(read).toThrow(problem);
  }
});

test('accepts a test profile only on this machine, and only a known one', () => {
  const local = { ...minimalEnvironment, MCP_TEST_PROFILE: 'conformance' };
  expect(readConfig(local).testProfile).toBe('conformance');
  expect(readConfig(minimalEnvironment).testProfile).toBeUndefined();
  expect(() => readConfig({ ...local, HOST: '0.0.0.0' })).toThrow('loopback');
  expect(() => readConfig({ ...local, BASE_URL: 'https://outbound.example' })).toThrow('loopback');
  expect(() => readConfig({ ...local, MCP_TEST_PROFILE: 'other' })).toThrow('must be conformance');
});
