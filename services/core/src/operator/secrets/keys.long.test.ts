import { createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { suppressionDigest } from '../../domain/suppressions/suppression-digest.ts';
import {
  createUnsubscribeToken,
  isGenuine,
  linkMac,
  readUnsubscribeToken,
} from '../../domain/suppressions/unsubscribe-token.ts';
import { type KeyRing, parseKeyRing } from '../../secrets/key-ring.ts';
import { seal, unseal } from '../../secrets/secret-box.ts';
import { ApprovalModel, approvalSeal } from '../../store/approvals/approval-store.ts';
import { connectStore, disconnectStore, dropStore } from '../../store/connection/connect.ts';
import {
  addPendingErasure,
  claimPendingErasures,
  pendingErasureSeal,
} from '../../store/erasure/pending-erasure-store.ts';
import { type MailboxDoc, MailboxModel } from '../../store/mailboxes/mailbox-store.ts';
import { findSecondStep, saveSecondStep, secondStepSeal } from '../../store/members/second-step-store.ts';
import { digestKey, linkKey, StoreKeyError } from '../../store/secrets/store-keys.ts';
import { findSuppressed, SuppressionModel } from '../../store/suppressions/suppression-store.ts';
import { testStoreUri } from '../../testing/test-store.ts';
import { runOperator } from '../run.ts';

const uri = await testStoreUri();
const databaseName = `test_${randomUUID().replaceAll('-', '').slice(0, 20)}`;
const count = 10_000;
const workspaceId = 'wsp_keys';
const now = new Date('2026-11-22T08:00:00Z');

function newKey(id: string): string {
  return `${id}:${randomBytes(32).toString('base64')}`;
}

const [first, second, third, other] = ['first', 'second', 'third', 'other'].map(newKey) as [
  string,
  string,
  string,
  string,
];

function ring(...keys: string[]): KeyRing {
  return parseKeyRing(keys.join(','));
}

async function withStore<T>(keyRing: KeyRing, look: () => Promise<T>, name = databaseName): Promise<T> {
  await connectStore(uri, name, { keyRing });
  try {
    return await look();
  } finally {
    await disconnectStore();
  }
}

async function keys(command: string, keyRing: KeyRing, { name = databaseName, typed = '' } = {}) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runOperator(['keys', command], {
    uri,
    databaseName: name,
    trialCredits: 0,
    keyRing,
    input: Readable.from([typed]),
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
  });
  return { code, text: out.join('\n'), err: err.join('\n') };
}

const addresses = Array.from({ length: count }, (_, i) => `no${i}@person.example`);
const messageIds = addresses.map((_, i) => `msg_${i}`);
let links: string[];

beforeAll(async () => {
  await withStore(ring(first), async () => {
    const entries = addresses.map((value, i) => ({
      _id: `sup_${i}`,
      workspaceId,
      kind: 'address',
      value,
      reason: 'unsubscribe',
      createdAt: now,
      digest: suppressionDigest(digestKey(), workspaceId, value),
    }));
    await SuppressionModel.insertMany(entries);
    links = messageIds.map((id) => createUnsubscribeToken(linkKey(), workspaceId, id));
    const login = { host: 'mail.a.example', port: 587, security: 'tls', username: 'a' } as const;
    const mailbox = { workspaceId, kind: 'smtp', address: 'a@a.example', dailyCap: 10 } as const;
    const secret = seal(ring(first), secondStepSeal('usr_1'), 'the key of the app');
    await saveSecondStep({ _id: 'usr_1', secret, lastStep: 0, recoveryHashes: ['left'], createdAt: now });
    const smtp = { ...login, secret: seal(ring(first), workspaceId, 'the password') };
    const signIn = {
      provider: 'google' as const,
      expiresAt: now,
      connectedAt: now,
      withdrawnAt: null,
      refreshSecret: seal(ring(first), workspaceId, 'the refresh token'),
      accessSecret: seal(ring(first), workspaceId, 'the access token'),
    } as const;
    const own = { ...mailbox, createdAt: now, updatedAt: now };
    const known = seal(ring(first), pendingErasureSeal(workspaceId, 'con_1'), '{"lastName":"Gone"}');
    const later = new Date('2100-01-01');
    const asked = {
      workspaceId,
      connectionId: 'key_1',
      actor: { kind: 'api_key', id: 'key_1', name: 'Agent' } as const,
      via: 'rest' as const,
      action: 'launch_campaign',
      inputDigest: 'digest',
      idempotencyKey: 'k',
      requestId: 'req_1',
      summary: 'Would launch Autumn.',
      credits: 0,
      recipients: 1,
      expiresAt: later,
      purgeAt: later,
    };
    const input = seal(ring(first), approvalSeal(workspaceId, 'apr_1'), '{"campaignId":"cmp_1"}');
    await ApprovalModel.create([{ ...asked, _id: 'apr_1', input, state: 'pending', createdAt: now }]);
    await addPendingErasure({ workspaceId, contactId: 'con_1', known }, now);
    await MailboxModel.create([{ ...own, _id: 'mbx_1', smtp }]);
    await MailboxModel.create([{ ...own, _id: 'mbx_2', address: 'b@a.example', signIn }]);
  });
});
afterAll(async () => {
  await connectStore(uri, databaseName);
  await dropStore();
  await disconnectStore();
});

async function expectNothingLost(): Promise<void> {
  expect((await findSuppressed(workspaceId, addresses)).size).toBe(count);
  const genuine = links.filter((token) => isGenuine(readUnsubscribeToken(token)!, linkKey()));
  expect(genuine).toHaveLength(count);
}

async function passwordWith(keyRing: KeyRing): Promise<string> {
  const mailbox = await MailboxModel.findOne({ _id: 'mbx_1' }).lean<{ smtp: { secret: string } }>();
  return unseal(keyRing, workspaceId, mailbox!.smtp.secret);
}

test('a part with another key does not start and gives the reason in one line', async () => {
  const start = withStore(ring(other), async () => {});
  await expect(start).rejects.toThrow(StoreKeyError);
  await expect(start).rejects.toThrow(
    /^SECRET_KEY is not the key of this store, .*the key first\. [^\n]*keys reset[^\n]*$/,
  );
});

test('two rotations keep suppressions, links, and passwords without the old keys', async () => {
  expect(await keys('rotate', ring(first))).toMatchObject({ code: 2, err: expect.stringContaining('put a new one') });
  expect(await keys('rotate', ring(second, first))).toEqual({
    code: 0,
    text: 'Sealed 6 secrets with the key second. No other key is needed from now on.',
    err: '',
  });
  expect(await keys('rotate', ring(third, second))).toMatchObject({ code: 0 });
  await expect(withStore(ring(first), async () => {})).rejects.toThrow(StoreKeyError);
  await withStore(ring(third), async () => {
    await expectNothingLost();
    expect(await passwordWith(ring(third))).toBe('the password');
    const { signIn } = (await MailboxModel.findOne({ _id: 'mbx_2' }).lean<MailboxDoc>())!;
    expect(unseal(ring(third), workspaceId, signIn!.refreshSecret!)).toBe('the refresh token');
    expect(unseal(ring(third), workspaceId, signIn!.accessSecret!)).toBe('the access token');
    const { secret } = (await findSecondStep('usr_1'))!;
    expect(unseal(ring(third), secondStepSeal('usr_1'), secret!)).toBe('the key of the app');
    const { input } = (await ApprovalModel.findOne({ _id: 'apr_1' }).lean())!;
    expect(unseal(ring(third), approvalSeal(workspaceId, 'apr_1'), input)).toBe('{"campaignId":"cmp_1"}');
  });
});

test('a copy of the store without its key loses only encrypted values', async () => {
  const copy = `${databaseName}_copy`;
  await withStore(ring(third), async () => {
    const [from, to] = [mongoose.connection.db!, mongoose.connection.getClient().db(copy)];
    for (const { name } of await from.listCollections().toArray()) {
      const documents = await from.collection(name).find().toArray();
      if (documents.length > 0) await to.collection(name).insertMany(documents);
    }
  });
  await expect(withStore(ring(other), async () => {}, copy)).rejects.toThrow(StoreKeyError);
  expect(await keys('reset', ring(other), { name: copy, typed: 'yes\n' })).toMatchObject({
    code: 0,
    text: expect.stringContaining('a@a.example'),
  });
  await withStore(ring(other), expectNothingLost, copy);
  await withStore(ring(other), dropStore, copy);
});

test('a reset without a typed yes names the loss and changes nothing', async () => {
  const loss = '3 mailbox secrets, 1 two-step sign-in, 1 pending erasure, and 1 pending approval';
  for (const typed of ['', 'no\n', 'third\n']) {
    const { code, text, err } = await keys('reset', ring(other), { typed });
    expect({ code, text }).toEqual({ code: 2, text: '' });
    expect(err).toContain(loss);
  }
  await withStore(ring(third), async () => expect(await passwordWith(ring(third))).toBe('the password'));
});

test('a reset after losing the key lists the values to enter again and loses nothing else', async () => {
  const { code, text } = await keys('reset', ring(other), { typed: 'yes\n' });
  expect(code).toBe(0);
  expect(text).toBe(
    'The store belongs to the key other now.\nEnter the passwords of these mailboxes again, or sign in ' +
      'with their provider again:\n  a@a.example (mbx_1, wsp_keys)\n  b@a.example (mbx_2, wsp_keys)\nThese ' +
      'people sign in with a recovery code, then set their second step up again: usr_1\nNotes and messages ' +
      'about others may still name these, whose names are lost; look for them there:\n  erased contact ' +
      '(con_1, wsp_keys)\nThese waited for approval and are cancelled; their clients have to ask again:\n  ' +
      'Would launch Autumn. (apr_1, wsp_keys)',
  );
  await withStore(ring(other), async () => {
    await expectNothingLost();
    expect(await MailboxModel.countDocuments({ _id: 'mbx_1', 'smtp.secret': null })).toBe(1);
    expect(await MailboxModel.countDocuments({ _id: 'mbx_2', 'signIn.refreshSecret': null })).toBe(1);
    expect(await claimPendingErasures()).toEqual([]);
    expect(await findSecondStep('usr_1')).toMatchObject({ secret: null, recoveryHashes: ['left'] });
    expect(await ApprovalModel.findOne({ _id: 'apr_1' }).lean()).toMatchObject({ state: 'cancelled', input: '' });
  });
  expect(await keys('rotate', ring(newKey('fifth'), other))).toMatchObject({ code: 0 });
});

test('data from before the store had keys keep their suppressions, links, and webhook secrets', async () => {
  const name = `${databaseName}_old`;
  const root = parseKeyRing(Buffer.alloc(32, 9).toString('base64'));

  await mongoose.connect(uri, { dbName: name });
  const db = mongoose.connection.db!;
  const oldKey = createHmac('sha256', root.current.key).update('outbound suppression v1').digest();
  const digest = createHmac('sha256', oldKey).update(`${workspaceId}\nno@old.example`).digest('hex');
  const insert = (collection: string, doc: object) => db.collection(collection).insertOne(doc);
  await insert('suppressions', { _id: 'sup_1', workspaceId, value: 'no@old.example', digest, reason: 'unsubscribe' });
  await insert('messages', { _id: 'msg_1', workspaceId, kind: 'campaign', messageIdHeader: '<1@old>' });
  await insert('webhooks', { _id: 'whk_1', workspaceId, url: 'https://a.example/', generation: 2 });
  await mongoose.disconnect();

  await expect(connectStore(uri, name, { keyRing: ring(other) })).rejects.toThrow(StoreKeyError);
  await connectStore(uri, name, { keyRing: root });
  expect((await findSuppressed(workspaceId, ['no@old.example'])).size).toBe(1);
  const stored = mongoose.connection.db!;
  const message = await stored.collection('messages').findOne({});
  const sent = readUnsubscribeToken(createUnsubscribeToken(root.current.key, workspaceId, 'msg_1'))!;
  expect(message!.linkMac).toBe(linkMac(root.current.key, workspaceId, 'msg_1'));
  expect([isGenuine(sent, linkKey()), isGenuine(sent, linkKey(), message!.linkMac)]).toEqual([false, true]);
  const { secrets } = (await stored.collection('webhooks').findOne({}))!;
  const derived = [2, 1].map((generation) => {
    const context = `outbound webhook secret v1 whk_1 ${generation}`;
    return `whsec_${Buffer.from(hkdfSync('sha256', root.current.key, '', context, 32)).toString('base64')}`;
  });
  expect(secrets.map((box: string) => unseal(root, workspaceId, box))).toEqual(derived);
  await dropStore();
  await disconnectStore();
});
