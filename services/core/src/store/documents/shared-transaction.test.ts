import mongoose from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AppError } from '../../errors/errors.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { testStoreUri } from '../../testing/test-store.ts';
import { changeContactCount, findCompany, insertCompany } from '../companies/company-store.ts';
import { ContactModel, findContactsByAddress, insertContact } from '../contacts/contact-store.ts';
import { GuardingStoreWatch } from './guarding-store-watch.ts';
import { openTransaction } from './open-transaction.ts';
import { inSharedTransaction } from './shared-transaction.ts';
import { afterCommit } from './transaction.ts';

let core: TestCore;
let workspaceId: string;
const now = new Date();

beforeAll(async () => {
  const uri = await testStoreUri();
  const MONGODB_URI = `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`;
  core = await startTestCore({ environment: { MONGODB_URI } });
});
afterAll(() => core.stop());
beforeEach(async () => {
  ({ workspaceId } = await core.addWorkspace());
});

function insert(email: string) {
  return insertContact(workspaceId, { email, source: 'api', doNotContact: false, createdBy: 'test' }, now);
}

/** Inserts unless the address exists. Returns true if that ran in a transaction of its own. */
function add(email: string) {
  return inSharedTransaction(async () => {
    const { isShared } = openTransaction()!;
    const known = (await findContactsByAddress(workspaceId, [email])).get(email);
    if (known !== undefined) return { email, isNew: false, isShared };
    await insert(email);
    return { email, isNew: true, isShared };
  });
}

function stored(): Promise<number> {
  return ContactModel.countDocuments({ workspaceId });
}

test('concurrent look-ups and inserts take three commands', async () => {
  const commands: string[] = [];
  const note = ({ commandName }: { commandName: string }) => commands.push(commandName);
  const client = mongoose.connection.getClient().on('commandStarted', note);
  const added = await Promise.all(Array.from({ length: 12 }, (_, i) => add(`p${i}@shared.example`)));
  client.off('commandStarted', note);
  expect(added.every(({ isNew, isShared }) => isNew && isShared)).toBe(true);
  expect(commands.filter((name) => name !== 'ping' && name !== 'endSessions')).toHaveLength(3);
  expect(await stored()).toBe(12);
});

test('two concurrent inserts of one key are retried, as is the other work in the commit', async () => {
  const emails = ['ada', 'bob', 'ada', 'cyd'].map((name) => `${name}@same.example`);
  const added = await Promise.all(emails.map(add));
  expect(await stored()).toBe(3);
  expect(added.filter(({ email, isNew }) => email === 'ada@same.example' && isNew)).toHaveLength(1);
  expect(added.filter(({ isNew }) => isNew)).toHaveLength(3);
});

test('a look-up queued behind inserting work does not join its transaction', async () => {
  const started = Promise.withResolvers<void>();
  const note = ({ commandName }: { commandName: string }) => commandName === 'find' && started.resolve();
  const client = mongoose.connection.getClient().on('commandStarted', note);
  const first = add('first@behind.example');
  await started.promise;
  client.off('commandStarted', note);
  expect(await findContactsByAddress(workspaceId, ['second@behind.example'])).toEqual(new Map());
  expect(await first).toMatchObject({ isNew: true, isShared: true });
});

test('a rejection based on reads at several times is checked again in a transaction', async () => {
  // Simulates a request with the same key that completes between reading its response and reading the contact.
  const heard: boolean[] = [];
  const done = await inSharedTransaction(async () => {
    const { isShared } = openTransaction()!;
    heard.push(isShared);
    if (isShared) throw new AppError('invalid_state', 'It is there already.');
    return 'its answer';
  });
  expect([done, heard]).toEqual(['its answer', [true, false]]);
});

test('failed work inserts nothing, and other work continues', async () => {
  const failing = inSharedTransaction(async () => {
    await insert('nobody@fails.example');
    throw new Error('refused');
  });
  const [failed, fine] = await Promise.allSettled([failing, add('ada@fails.example')]);
  expect(failed).toMatchObject({ status: 'rejected', reason: new Error('refused') });
  expect(fine).toMatchObject({ status: 'fulfilled', value: { isNew: true } });
  expect(await stored()).toBe(1);
});

test('work that changes or deletes records, or reads its own inserts, runs in a transaction of its own', async () => {
  const others: (() => Promise<unknown>)[] = [
    () => ContactModel.updateMany({ workspaceId }, { $set: { title: 'Buyer' } }),
    () => ContactModel.deleteMany({ workspaceId, title: 'Buyer' }),
    () => ContactModel.aggregate([{ $match: { workspaceId } }, { $count: 'all' }]),
    () => ContactModel.bulkWrite([{ updateOne: { filter: { workspaceId }, update: { $set: { title: 'Head' } } } }]),
  ];
  for (const [i, other] of others.entries()) {
    const modes: boolean[] = [];
    await inSharedTransaction(async () => {
      modes.push(openTransaction()!.isShared);
      await other();
      await insert(`p${i}@own.example`);
    });
    expect(modes).toEqual([true, false]);
  }
  const counts: number[] = [];
  await inSharedTransaction(async () => {
    await insert('ada@own.example');
    counts.push(await stored());
  });
  expect(counts).toEqual([others.length + 1]);
});

test('contact counts of one company add up, and a deleted company is detected', async () => {
  const company = await insertCompany(workspaceId, { name: 'Acme', domain: 'acme.example', contactCount: 0 }, now);
  const join = (companyId: string, email: string) =>
    inSharedTransaction(async () => {
      if ((await findCompany(workspaceId, companyId)) === null) return;
      await changeContactCount(workspaceId, companyId, 1);
      await insert(email);
    });
  await Promise.all(Array.from({ length: 12 }, (_, i) => join(company.id, `p${i}@acme.example`)));
  expect((await findCompany(workspaceId, company.id))?.contactCount).toBe(12);
  let looks = 0;
  await inSharedTransaction(async () => {
    looks += 1;
    await changeContactCount(workspaceId, 'com_gone', 1);
    await insert('bob@acme.example');
  });
  expect(looks).toBeGreaterThan(1);
});

test('runs after-commit work once, and never for failed work', async () => {
  const done: string[] = [];
  const work = (name: string, fails: boolean) =>
    inSharedTransaction(async () => {
      await insert(`${name}@after.example`);
      afterCommit(() => done.push(name));
      if (fails) throw new Error('refused');
    });
  await Promise.allSettled([work('ada', false), work('bob', true)]);
  expect(done).toEqual(['ada']);
});

test('does not commit work whose caller has given up', async () => {
  const watch = new GuardingStoreWatch(() => new Promise(() => {}));
  let insertLate = () => {};
  const late = new Promise<void>((resolve) => {
    insertLate = resolve;
  });
  let work: Promise<void> | undefined;
  const asked = watch.guard(() => {
    work = inSharedTransaction(async () => {
      await late;
      await insert('ada@late.example');
    });
    return work;
  });
  for (let at = 0; at <= 10_000; at += 250) watch.tick(at);
  await expect(asked).rejects.toMatchObject({ code: 'unavailable' });
  insertLate();
  await expect(work).rejects.toMatchObject({ code: 'unavailable' });
  expect(await stored()).toBe(0);
});
