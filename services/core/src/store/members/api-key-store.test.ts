import { randomBytes } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateApiKey } from '../../domain/members/api-key-format.ts';
import { testStoreUri } from '../../testing/test-store.ts';
import { connectStore, disconnectStore, dropStore } from '../connection/connect.ts';
import { inTransaction } from '../documents/transaction.ts';
import { createApiKey, findActiveApiKey, knownApiKey, listApiKeys, revokeApiKey } from './api-key-store.ts';

const start = new Date('2026-05-01T08:00:00Z');
function later(seconds: number) {
  return new Date(start.getTime() + seconds * 1000);
}

function withMonitoring(uri: string): string {
  return `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`;
}

beforeAll(async () => connectStore(withMonitoring(await testStoreUri()), `test_${randomBytes(6).toString('hex')}`));
afterAll(async () => {
  await dropStore();
  await disconnectStore();
});

function create(workspaceId: string, expiresAt: Date | null = null) {
  return createApiKey(workspaceId, {
    name: 'Agent',
    scopes: ['contacts:read'],
    createdBy: 'usr_1',
    expiresAt,
    now: start,
  });
}

test('finds the workspace and the scopes of a key', async () => {
  const { key, record } = await create('wsp_1');
  expect(await findActiveApiKey(key, start)).toEqual({
    id: record.id,
    workspaceId: 'wsp_1',
    name: 'Agent',
    scopes: ['contacts:read'],
    dailyLimits: record.dailyLimits,
    runsAtOnce: false,
    expiresAt: null,
    createdBy: 'usr_1',
  });
});

test('does not find an unknown, expired, or revoked key', async () => {
  expect(await findActiveApiKey(generateApiKey(), start)).toBeNull();
  const expiring = await create('wsp_1', later(60));
  expect(await findActiveApiKey(expiring.key, later(59))).not.toBeNull();
  expect(await findActiveApiKey(expiring.key, later(60))).toBeNull();
  const revoked = await create('wsp_1');
  expect(await revokeApiKey('wsp_1', revoked.record.id, start)).toBe(true);
  expect(await findActiveApiKey(revoked.key, start)).toBeNull();
  expect(await revokeApiKey('wsp_1', revoked.record.id, start)).toBe(false);
});

test('reads a known key once per second, and forgets it immediately when it is revoked', async () => {
  const { key, record } = await create('wsp_7', later(60));
  const commands: string[] = [];
  mongoose.connection.getClient().on('commandStarted', ({ commandName }) => commands.push(commandName));
  const asked = await Promise.all([knownApiKey(key, start)]);
  expect(await Promise.all([knownApiKey(key, start), knownApiKey(key, start)])).toEqual([asked[0], asked[0]]);
  expect(commands.filter((name) => name === 'find')).toHaveLength(1);
  expect(await knownApiKey(key, later(60)), 'expired meanwhile').toBeNull();
  await inTransaction(async () => {
    await revokeApiKey('wsp_7', record.id, start);
    expect(await knownApiKey(key, start), 'within the transaction').toBeNull();
  });
  expect(await knownApiKey(key, start)).toBeNull();
});

test('rejects a key revoked by another process within a second', async () => {
  const { key, record } = await create('wsp_8');
  expect(await knownApiKey(key, start)).not.toBeNull();
  const elsewhere = mongoose.connection.db!.collection<{ _id: string }>('api_keys');
  await elsewhere.updateOne({ _id: record.id }, { $set: { revokedAt: start } });
  const begun = performance.now();
  while ((await knownApiKey(key, start)) !== null) expect(performance.now() - begun).toBeLessThan(2_000);
  expect(performance.now() - begun).toBeLessThan(2_000);
});

test('another workspace can neither see nor revoke the key', async () => {
  const { key, record } = await create('wsp_2');
  expect(await revokeApiKey('wsp_3', record.id, start)).toBe(false);
  expect(await listApiKeys('wsp_3')).toEqual([]);
  expect(await findActiveApiKey(key, start)).not.toBeNull();
});

test('records the last use at most once a minute', async () => {
  const { key } = await create('wsp_4');
  const lastUse = async () => (await listApiKeys('wsp_4'))[0]?.lastUsedAt;
  await findActiveApiKey(key, later(1));
  expect(await lastUse()).toEqual(later(1));
  await findActiveApiKey(key, later(60));
  expect(await lastUse()).toEqual(later(1));
  await findActiveApiKey(key, later(61));
  expect(await lastUse()).toEqual(later(61));
});

test('a listed key contains neither the key nor its hash', async () => {
  const { key } = await create('wsp_5');
  const [listed] = await listApiKeys('wsp_5');
  expect(JSON.stringify(listed)).not.toContain(key);
  expect(listed).not.toHaveProperty('keyHash');
  expect(listed?.lastFour).toBe(key.slice(-4));
});
