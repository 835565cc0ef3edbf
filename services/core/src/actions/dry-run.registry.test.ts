import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerFaults } from '../testing/answer-schema.ts';
import { callAction } from '../testing/call-action.ts';
import { preparedInputs } from '../testing/prepared-inputs.ts';
import { sampleInput } from '../testing/sample-input.ts';
import { seedWorld } from '../testing/seed-world.ts';
import { type Reply, startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { dumpStore, storeChanges } from '../testing/store-dump.ts';
import { type AnyAction, isRead } from './define-action.ts';
import { actions } from './index.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

const writes = actions.filter((action) => !isRead(action));

/** What an execution leaves besides its effects. */
const isBookkeeping = (line: string) => /^[-+] (audit|idempotency|ledger|balances|operations|events) /.test(line);

/** What a user calls records of each collection; others are parts of these. */
const typeOf: Record<string, string> = {
  campaigns: 'campaign',
  companies: 'company',
  contacts: 'contact',
  data_sets: 'data_set',
  enrollments: 'enrollment',
  jobs: 'job',
  lists: 'list',
  mailboxes: 'mailbox',
  messages: 'message',
  notes: 'note',
  replies: 'reply',
  suppressions: 'suppression',
  tags: 'tag',
  target_profiles: 'target_profile',
  webhooks: 'webhook',
};

/** Records that come or go without an effect of their own, and why that is no surprise. */
const untold: Record<string, readonly string[]> = {
  // It is told as "send".
  launch_campaign: ['+message'],
  approve_answer: ['+message'],
  forward_reply: ['+message'],
  // It is told as "enroll".
  enroll_contacts: ['+enrollment'],
  // The next message of the sequence.
  resume_enrollment: ['+message'],
  // The company that the person works for.
  reveal_people: ['+company'],
  // Told as numbers, in the changes of the effect.
  erase_contact: ['-enrollment', '-message', '-reply'],
};

/** Effects of which the record comes later, by a job. */
const later: Record<string, readonly string[]> = { reveal_many_people: ['+contact'] };

/** How many items the prepared input has that are left out: on a list already, unknown, not an address. */
const leftOut: Record<string, number> = {
  add_to_list: 1,
  enroll_contacts: 1,
  remove_from_list: 1,
  reveal_people: 1,
  tag_contacts: 1,
  untag_contacts: 1,
  upsert_contacts: 1,
};

const previewAndExecute = async (action: AnyAction) => {
  const world = await seedWorld(core);
  const prepare = preparedInputs[action.name];
  const request = (method: string, path: string, body?: unknown) =>
    core.request(method, path, { key: world.key, body });
  const special = await prepare?.({ ...world, core, request });
  const input = { ...sampleInput(action, world.ids), ...special };
  const start = await dumpStore();
  const dry = await callAction(core, action, input, { key: world.key, isDryRun: true });
  const dryChanges = storeChanges(start, await dumpStore());
  const stale = await callAction(core, action, input, { key: world.key, headers: { 'if-match': '"v999"' } });
  const between = await dumpStore();
  const headers = { 'plan-digest': dry.body.data?.planDigest };
  const done = await callAction(core, action, input, { key: world.key, headers });
  const changes = storeChanges(between, await dumpStore());
  const { body: credits } = await request('GET', '/credits/balance');
  const staleChanges = storeChanges(start, between).filter((line) => !isBookkeeping(line));
  return { dry, stale, done, dryChanges: [...dryChanges, ...staleChanges], changes, balance: credits.data.balance };
};

/** "+contact" for each contact that is new, "-contact" for each that is gone. */
const comings = (changes: string[]): string[] => {
  const records = changes
    .map((line) => /^([-+]) (\w+) .*?"_id":"([^"]+)"/.exec(line))
    .filter((match) => match !== null);
  const seen = new Set(records.map(([, sign, , id]) => `${sign}${id}`));
  return records.flatMap(([, sign, collection, id]) => {
    const isChange = seen.has(`${sign === '+' ? '-' : '+'}${id}`);
    const type = typeOf[collection!];
    return isChange || type === undefined ? [] : [`${sign}${type}`];
  });
};

const told = (effects: { op: string; type: string }[]): string[] =>
  effects.flatMap(({ op, type }) => {
    if (op === 'create' || (op === 'start' && type === 'job')) return [`+${type}`];
    return op === 'delete' ? [`-${type}`] : [];
  });

/** Items that the answer of an execution calls skipped; null when it does not list items. */
const skippedItems = (data: Record<string, unknown> | null): number | null => {
  const lists = Object.values(data ?? {}).filter((part): part is Record<string, unknown>[] => Array.isArray(part));
  const listed = lists.filter((items) => items.some((item) => item?.outcome ?? item?.status));
  if (listed.length === 0) return null;
  const isLeftOut = ({ outcome, status }: Record<string, unknown>) =>
    ['skipped', 'unchanged', 'failed'].includes(String(outcome ?? status));
  return listed.flat().filter(isLeftOut).length;
};

const checkEffects = (name: string, dry: Reply, changes: string[]): void => {
  const { effects, effectCount } = dry.body.data;
  const real = changes.filter((line) => !isBookkeeping(line));
  expect(
    effectCount,
    `${name} needs an input that has an effect: add it to testing/prepared-inputs.ts`,
  ).toBeGreaterThan(0);
  expect(real.length, `effects: ${JSON.stringify(effects)}`).toBeGreaterThan(0);
  for (const { id, op } of effects.filter((effect: { id?: string }) => effect.id)) {
    expect(
      real.some((line) => line.includes(id)),
      `${op} ${id} left no trace:\n${real.join('\n')}`,
    ).toBe(true);
  }
  const happened = comings(real).filter((coming) => !untold[name]?.includes(coming));
  const promised = told(effects).filter((coming) => !later[name]?.includes(coming));
  expect(happened.toSorted()).toEqual(promised.toSorted());
};

const checkCost = (action: AnyAction, dry: Reply, done: Reply, balance: number): void => {
  const charged = done.body.cost?.credits ?? 0;
  const { credits: planned, balance: before } = dry.body.cost;
  expect(charged).toBeLessThanOrEqual(planned);
  // Only an outside call can deliver less than was planned.
  if (!isRead(action) && action.perform === undefined) expect(charged).toBe(planned);
  expect(before - balance).toBe(charged);
};

test.each(writes.map((action) => [action.name, action] as const))(
  '%s does what its dry run says, and the dry run does nothing',
  async (name, action) => {
    const { dry, stale, done, dryChanges, changes, balance } = await previewAndExecute(action);
    expect(
      dry.body.error ?? null,
      `${name} needs an input that succeeds: add it to testing/prepared-inputs.ts`,
    ).toBeNull();
    expect(dryChanges).toEqual([]);
    expect(answerFaults(action, dry)).toEqual([]);
    const isVersioned = action.errors.includes('version_conflict');
    expect(stale.body.error?.code).toBe(isVersioned ? 'version_conflict' : 'validation_failed');
    expect(answerFaults(action, stale)).toEqual([]);
    expect(done.body.error ?? null).toBeNull();
    expect(answerFaults(action, done)).toEqual([]);
    checkEffects(name, dry, changes);
    checkCost(action, dry, done, balance);
    expect(dry.body.data.skippedCount).toBe(leftOut[name] ?? 0);
    expect(skippedItems(done.body.data) ?? dry.body.data.skippedCount).toBe(dry.body.data.skippedCount);
    expect(changes.some((line) => line.startsWith('+ audit') && line.includes(name))).toBe(true);
  },
);
