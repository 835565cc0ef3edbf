import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProviderStore } from '../store/provider-store.ts';
import { MONGODB_URI } from '../testing/gateway.ts';
import { clientUnusedMs, createAdapter } from './adapter.ts';

let client: MongoClient;
let store: ProviderStore;
let now = new Date('2036-05-01T08:00:00Z');
const databaseName = `test_${randomUUID().replaceAll('-', '').slice(0, 20)}`;

beforeAll(async () => {
  client = await MongoClient.connect(MONGODB_URI);
  store = new ProviderStore(client.db(databaseName));
});
afterAll(async () => {
  await client.db(databaseName).dropDatabase();
  await client.close();
});

function adapter(model: string) {
  return createAdapter(store, () => now)(model);
}

function after(seconds: number): Date {
  return new Date(now.getTime() + seconds * 1_000);
}

test('expires records at their time, and a client after a month without use', async () => {
  await adapter('AccessToken').upsert('token', { grantId: 'g' }, 600);
  await adapter('Client').upsert('client', { client_id: 'client' });
  const stored = await client.db(databaseName).collection('oauth_AccessToken').findOne({});
  expect(stored).toMatchObject({ expiresAt: after(600), grantId: 'g' });
  expect(stored!._id).not.toBe('token');
  expect(await store.find('Client', 'client')).toMatchObject({ expiresAt: after(clientUnusedMs / 1_000) });
});

test('a used refresh token works again for one minute, for parallel sessions of its client', async () => {
  const tokens = adapter('RefreshToken');
  await tokens.upsert('refresh', { grantId: 'g' }, 6_000);
  await tokens.consume('refresh');
  const usedAt = now;
  now = after(59);
  expect(await tokens.find('refresh')).toEqual({ grantId: 'g', jti: 'refresh' });
  now = after(1);
  expect(await tokens.find('refresh')).toEqual({
    grantId: 'g',
    jti: 'refresh',
    consumed: Math.floor(usedAt.getTime() / 1_000),
  });
});

test('a code can be used only once', async () => {
  const codes = adapter('AuthorizationCode');
  await codes.upsert('code', { grantId: 'g' }, 60);
  await codes.consume('code');
  expect(await codes.find('code')).toHaveProperty('consumed');
  await expect(codes.consume('code')).rejects.toMatchObject({ error: 'invalid_grant' });
});

test('finds a session by its public ID', async () => {
  const sessions = adapter('Session');
  await sessions.upsert('session', { uid: 'u1', accountId: 'usr_1' }, 60);
  expect(await sessions.findByUid('u1')).toMatchObject({ accountId: 'usr_1' });
  expect([await sessions.findByUid('u2'), await sessions.findByUserCode()]).toEqual([undefined, undefined]);
});
