import { changeViews } from '../actions/events/changes/change-views.ts';
import { ContactModel } from '../store/contacts/contact-model.ts';
import { inTransaction } from '../store/documents/transaction.ts';
import { type ChangeViews, publishChanges } from '../store/events/changes/publish-changes.ts';
import { FeedMirror, publishAll } from './feed-mirror.ts';
import { randomOf } from './inputs/random-of.ts';
import type { TestCore } from './start-test-core.ts';

interface Extent {
  writes: number;
  /** Contacts of each bulk write. There are three for each writer. */
  bulk: number;
  seed: number;
}

/**
 * Writes at random beside two bulk writers, while a mirror follows the feed, and compares the mirror with the store. One
 * in five deliveries to the mirror fails, and one of two workers is killed again and again.
 */
export async function followRandomWrites(core: TestCore, { writes, bulk, seed }: Extent) {
  const { key, workspaceId } = await core.addWorkspace();
  const send = async (method: string, path: string, body?: object) =>
    (await core.request(method, path, { key, body })).body.data;
  await send('POST', '/contacts', { email: 'before@mirror.example' });
  const mirror = new FeedMirror(core, key);
  const pages = await mirror.snapshot();
  let isWriting = true;
  let changes = 0;
  const publisher = async (isKilled: boolean) => {
    for (let step = 0; isWriting; step += 1)
      await publishChanges(isKilled && step % 3 === 0 ? dying() : changeViews, new Date()).catch(ignoreKill);
  };
  const isLost = randomOf(seed + 1);
  const reader = async () => {
    while (isWriting) changes += await mirror.follow(isLost(5) === 0);
  };
  const writer = async () => {
    await Promise.all([
      writeAtRandom(send, workspaceId, randomOf(seed), writes),
      writeInBulk(send, 'one', bulk),
      writeInBulk(send, 'two', bulk),
    ]);
    isWriting = false;
  };
  await Promise.all([writer(), publisher(true), publisher(false), reader()]);
  await publishAll();
  for (let found = 1; found > 0; changes += found) found = await mirror.follow();
  const counted = ([id, view]: [string, object]) => [id, { ...view, capToday: 0, sentToday: 0 }] as const;
  const sorted = (records: Map<string, object>) => [...records].map(counted).sort(([a], [b]) => (a < b ? -1 : 1));
  return { mirrored: sorted(mirror.records), stored: sorted(await mirror.copy(pages)), changes };
}

type Send = (method: string, path: string, body?: object) => Promise<{ id: string }>;

async function writeInBulk(send: Send, name: string, size: number): Promise<void> {
  for (const title of ['Head', 'Lead', 'Head'])
    await send('POST', '/contacts/bulk', {
      contacts: Array.from({ length: size }, (_, i) => ({ email: `${name}.${i}@bulk.example`, title })),
      onExisting: 'update',
    });
}

async function writeAtRandom(send: Send, workspaceId: string, random: (below: number) => number, count: number) {
  const contacts: string[] = [];
  const tags: string[] = [];
  const any = (ids: string[]) => ids[random(ids.length)] ?? 'none';
  const list = await send('POST', '/lists', { name: 'Mirror', kind: 'static', memberType: 'contact' });
  const kinds: (() => Promise<unknown>)[] = [
    async () => contacts.push((await send('POST', '/contacts', { email: `c${contacts.length}@random.example` })).id),
    async () => tags.push((await send('POST', '/tags', { name: `t${tags.length}` })).id),
    () => send('PATCH', `/contacts/${any(contacts)}`, { title: `Title ${random(9)}` }),
    () => send('POST', `/lists/${list.id}/members`, { contactIds: [any(contacts)] }),
    () => send('PATCH', `/tags/${any(tags)}`, { name: `renamed ${random(1e6)}` }),
    () => send('DELETE', `/tags/${any(tags)}`),
    () => send('DELETE', `/contacts/${any(contacts)}`),
    () => send('POST', `/contacts/${any(contacts)}/merge`, { otherContactId: any(contacts) }),
    () => send('POST', '/suppressions', { value: `s${random(50)}@random.example` }),
    () => send('PATCH', '/settings', { senderName: `Sender ${random(99)}` }),
    () => abort(workspaceId, any(contacts)),
  ];
  for (let made = 0; made < count; made += 1) await kinds[made < 4 ? made % 2 : random(kinds.length)]!();
}

/** A process that is killed before its commit. */
async function abort(workspaceId: string, _id: string): Promise<void> {
  const work = async () => {
    await ContactModel.updateOne({ workspaceId, _id }, { $set: { title: 'Never' } });
    await ContactModel.deleteMany({ workspaceId, companyDomain: 'bulk.example' });
    throw new Error('killed');
  };
  await inTransaction(work).catch(ignoreKill);
}

function ignoreKill(error: unknown): void {
  if (!(error instanceof Error && error.message === 'killed')) throw error;
}

/** Views of a worker that is killed while it publishes. */
function dying(): ChangeViews {
  let left = 3;
  const view = (name: keyof ChangeViews) => (record: object) => {
    left -= 1;
    if (left < 0) throw new Error('killed');
    return changeViews[name](record);
  };
  return Object.fromEntries(
    Object.keys(changeViews).map((name) => [name, view(name as keyof ChangeViews)]),
  ) as ChangeViews;
}
