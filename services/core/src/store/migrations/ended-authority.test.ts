import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testStoreUri } from '../../testing/test-store.ts';
import { disconnectStore, dropStore } from '../connection/connect.ts';
import { endedAuthority } from './7-ended-authority.ts';

beforeAll(async () => {
  const dbName = `test_${randomUUID().slice(0, 8)}`;
  await mongoose.connect(await testStoreUri(), { dbName, autoIndex: false });
});
afterAll(async () => {
  await dropStore();
  await disconnectStore();
});

interface Stored {
  _id: string;
  [field: string]: unknown;
}
function collection(of: string) {
  return mongoose.connection.db!.collection<Stored>(of);
}
const at = new Date('2026-05-04T08:00:00Z');
const place = { workspaceId: 'wsp_1', createdAt: at };

/** Documents as 4e38148 stored them: Ada owns the workspace, Ben is an admin, Cy was demoted, and Dan has left. */
async function seed(): Promise<void> {
  await collection('memberships').insertMany([
    { _id: 'mbr_1', ...place, userId: 'usr_ada', role: 'owner' },
    { _id: 'mbr_2', ...place, userId: 'usr_ben', role: 'admin' },
    { _id: 'mbr_3', ...place, userId: 'usr_cy', role: 'member' },
  ]);
  const people = ['ada', 'ben', 'cy', 'dan'];
  await collection('api_keys').insertMany(
    people.map((name) => ({ _id: `key_${name}`, ...place, createdBy: `usr_${name}`, scopes: [], revokedAt: null })),
  );
  await collection('invitations').insertMany([
    ...people.map((name) => ({ _id: `inv_${name}`, ...place, invitedBy: `usr_${name}`, role: 'member' })),
    // From before invitations had roles.
    { _id: 'inv_old', ...place, invitedBy: 'usr_ada' },
  ]);
  const pending = { ...place, action: 'launch_campaign', input: 'sealed', state: 'pending' };
  await collection('approvals').insertMany([
    { _id: 'apr_key', ...pending, actor: { kind: 'api_key', id: 'key_dan', name: 'Key' } },
    { _id: 'apr_client', ...pending, actor: { kind: 'oauth_client', id: 'c1', name: 'Claude', userId: 'usr_dan' } },
    { _id: 'apr_ben', ...pending, actor: { kind: 'user', id: 'usr_ben', name: 'Ben', userId: 'usr_ben' } },
    { _id: 'apr_lost', ...pending, actor: { kind: 'api_key', id: 'key_unknown', name: 'Key' } },
    { _id: 'apr_done', ...pending, state: 'executed', actor: { kind: 'api_key', id: 'key_dan', name: 'Key' } },
  ]);
  const on = { ownerId: 'usr_ada', autopilotRules: { answers: { isOn: true } } };
  await collection('workspaces').insertMany([
    { _id: 'wsp_1', ...on, autopilotChangedBy: 'usr_dan' },
    { _id: 'wsp_2', ...on, autopilotChangedBy: null },
    { _id: 'wsp_3', ownerId: 'usr_ada', autopilotRules: {}, autopilotChangedBy: 'usr_ben' },
  ]);
}

test('ends what former members let in, keeps the rest, and survives an interruption', async () => {
  await seed();
  const logged: string[] = [];
  const run = {
    db: mongoose.connection.db!,
    saved: undefined,
    log: (text: string) => void logged.push(text),
    batchSize: 2,
  };
  const cutOff = endedAuthority.run({ ...run, save: () => Promise.reject(new Error('cut off')) });
  await expect(cutOff).rejects.toThrow('cut off');
  await endedAuthority.run({ ...run, save: async () => undefined });
  const keys = await collection('api_keys').find({ revokedAt: null }).sort({ _id: 1 }).toArray();
  expect(keys.map(({ _id }) => _id)).toEqual(['key_ada', 'key_ben', 'key_cy']);
  const open = await collection('invitations').find().sort({ _id: 1 }).toArray();
  expect(open.map(({ _id }) => _id)).toEqual(['inv_ada', 'inv_ben', 'inv_old']);
  const approvals = await collection('approvals').find().sort({ _id: 1 }).toArray();
  expect(approvals.map(({ _id, state, input }) => [_id, state, input])).toEqual([
    ['apr_ben', 'pending', 'sealed'],
    ['apr_client', 'cancelled', ''],
    ['apr_done', 'executed', 'sealed'],
    ['apr_key', 'cancelled', ''],
    ['apr_lost', 'pending', 'sealed'],
  ]);
  const workspaces = await collection('workspaces').find().sort({ _id: 1 }).toArray();
  const owner = { answers: 'usr_ada', launches: 'usr_ada' };
  expect(workspaces.map(({ autopilotBy }) => autopilotBy)).toEqual([owner, owner, undefined]);
  expect(logged).toHaveLength(1);
});
