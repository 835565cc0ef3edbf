import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlannedEffect } from '../engine/context/plan.ts';
import { answerFaults } from '../testing/answer-schema.ts';
import { callAction } from '../testing/call-action.ts';
import {
  type ChangedRecord,
  changedRecords,
  dumpStore,
  storeChanges,
  takeSnapshot,
} from '../testing/changes/store-dump.ts';
import { unannounced } from '../testing/changes/unannounced.ts';
import { preparedInputs } from '../testing/inputs/prepared-inputs.ts';
import { sampleInput } from '../testing/inputs/sample-input.ts';
import { seedWorld, type World } from '../testing/seed-world.ts';
import { type Reply, startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { type AnyAction, isRead } from './definition/define-action.ts';
import { actions } from './index.ts';

let core: TestCore;
let world: World;
let restore: () => Promise<void>;
beforeAll(async () => {
  core = await startTestCore();
  world = await seedWorld(core);
  restore = await takeSnapshot();
});
afterAll(() => core.stop());

const writes = actions.filter((action) => !isRead(action));

/** True for request bookkeeping that is not an effect of the execution. */
function isBookkeeping(line: string) {
  return /^[-+] (audit|idempotency|ledger|balances|operations|events) /.test(line);
}

/** Public record types by collection. Other collections hold parts of these records. */
const typeOf: Record<string, string> = {
  campaigns: 'campaign',
  companies: 'company',
  contacts: 'contact',
  custom_fields: 'custom_field',
  data_sets: 'data_set',
  enrollments: 'enrollment',
  files: 'file',
  jobs: 'job',
  lists: 'list',
  mailboxes: 'mailbox',
  messages: 'message',
  notes: 'note',
  providers: 'provider',
  facts: 'fact',
  replies: 'reply',
  suppressions: 'suppression',
  tags: 'tag',
  tasks: 'task',
  // One collection has both, by the prefix of their IDs.
  tpl: 'template',
  snp: 'snippet',
  target_profiles: 'target_profile',
  standing_orders: 'standing_order',
  views: 'view',
  webhooks: 'webhook',
};

/** Records created or deleted without an effect of their own, and why that is expected. */
const untold: Record<string, readonly string[]> = {
  // Shown as a "send" effect.
  launch_campaign: ['+message'],
  approve_answer: ['+message'],
  forward_reply: ['+message'],
  // Shown as an "enroll" effect.
  enroll_contacts: ['+enrollment'],
  // The next message of the sequence.
  resume_enrollment: ['+message'],
  merge_contacts: ['+message'],
  merge_duplicates: ['+message'],
  // The company where the person works.
  reveal_people: ['+company'],
  // Counted in the changes of the erase effect.
  erase_contact: ['-enrollment', '-message', '-reply', '-task'],
};

/** Effects whose records are created or deleted later by a job. */
const later: Record<string, readonly string[]> = {
  delete_contacts: ['-contact'],
  delete_companies: ['-company'],
  reveal_many_people: ['+contact'],
  import_contacts: ['+contact', '+company', '+tag'],
};

/** Collections in which an action changes records without naming them, and why. */
const unnamed: Record<string, readonly string[]> = {
  // The purchase date is stored with the revealed person.
  enrich_contact: ['revealed_people'],
  // Shown as "send" effects.
  launch_campaign: ['enrollments'],
  // The effect names the user, who has the membership.
  // Simulated deliveries and bounces run through the engine like real mail, so they change other records.
  bounce_in_sandbox: ['contacts', 'enrollments', 'messages', 'tasks'],
  deliver_in_sandbox: ['campaigns', 'contacts', 'enrollments', 'mailboxes', 'messages', 'send_lanes'],
};

/** Number of skipped items in the prepared input: already on a list, unknown, or not an email address. */
const leftOut: Record<string, number> = {
  add_to_list: 1,
  enroll_contacts: 1,
  import_contacts: 1,
  remove_from_list: 1,
  reveal_people: 1,
  tag_contacts: 1,
  untag_contacts: 1,
  upsert_contacts: 1,
};

/** The sentence that a person confirms names every kind of effect, with counts, and is short enough to repeat. */
function expectSentence({ sentence, effects }: { sentence: string; effects: PlannedEffect[] }): void {
  expect(sentence).toMatch(/^[A-Z"(].*\.$/s);
  expect(sentence.length).toBeLessThanOrEqual(1_200);
  for (const { op, type, label, changes = {}, removed = {} } of effects.slice(0, 8)) {
    if (op === 'delete') expect(sentence).toMatch(/delete/i);
    const alike = effects.filter((other) => other.op === op && other.type === type).length;
    // The label of the settings lists their fields.
    if (alike === 1 && type !== 'settings') expect(sentence).toContain(label.slice(0, 30));
    if (alike === 1 && op === 'update' && Object.keys(changes).length + Object.keys(removed).length > 0)
      expect(sentence).toMatch(/'s? |: |add |remove /i);
  }
}

async function previewAndExecute(action: AnyAction) {
  await restore();
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
  const after = await dumpStore();
  const changes = storeChanges(between, after);
  const { body: credits } = await request('GET', '/credits/balance');
  const staleChanges = storeChanges(start, between).filter((line) => !isBookkeeping(line));
  return {
    dry,
    stale,
    done,
    dryChanges: [...dryChanges, ...staleChanges],
    changes,
    changed: changedRecords(between, after),
    balance: credits.data.balance,
  };
}

/** Returns "+contact" for each created contact and "-contact" for each deleted one. */
function comings(changes: string[]): string[] {
  const records = changes
    .map((line) => /^([-+]) (\w+) .*?"_id":"([^"]+)"/.exec(line))
    .filter((match) => match !== null);
  const seen = new Set(records.map(([, sign, collection, id]) => `${sign}${collection}${id}`));
  return records.flatMap(([, sign, collection, id]) => {
    const isChange = seen.has(`${sign === '+' ? '-' : '+'}${collection}${id}`);
    const type = typeOf[id!.slice(0, 3)] ?? typeOf[collection!];
    return isChange || type === undefined ? [] : [`${sign}${type}`];
  });
}

function reported(effects: { op: string; type: string; changes?: { count?: number } }[]): string[] {
  return effects.flatMap(({ op, type, changes }) => {
    const count = changes?.count ?? 1;
    if (op === 'create' || (op === 'start' && type === 'job')) return Array<string>(count).fill(`+${type}`);
    return op === 'delete' ? Array<string>(count).fill(`-${type}`) : [];
  });
}

/** Number of skipped items in the response of an execution. Null if it lists no items. */
function skippedItems(data: Record<string, unknown> | null): number | null {
  const lists = Object.values(data ?? {}).filter((part): part is Record<string, unknown>[] => Array.isArray(part));
  const listed = lists.filter((items) => items.some((item) => item?.outcome ?? item?.status));
  if (listed.length === 0) return null;
  const isLeftOut = ({ outcome, status }: Record<string, unknown>) =>
    ['skipped', 'unchanged', 'failed'].includes(String(outcome ?? status));
  return listed.flat().filter(isLeftOut).length;
}

function checkEffects(name: string, dry: Reply, changes: string[]): void {
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
  const promised = reported(effects).filter((coming) => !later[name]?.includes(coming));
  expect(happened.toSorted()).toEqual(promised.toSorted());
}

/** Members derived from the records that an effect names. */
const followingMembers: Record<string, readonly string[]> = {
  companies: ['contactCount'],
  lists: ['memberCount'],
  webhooks: ['dueAt', 'wakeCount'],
};
/** Collections for bookkeeping of the request itself. Event deliveries follow their record. */
const books = [
  'audit',
  'idempotency',
  'ledger',
  'balances',
  'operations',
  'events',
  'connection_usage',
  'webhook_deliveries',
  'workspaces',
];

/** Changed records that no effect names by ID or counts ({count: 3} of their type). */
function surprises(name: string, dry: Reply, changed: ChangedRecord[]): string[] {
  const effects: { type: string; id?: string; changes?: { count?: number } }[] = dry.body.data.effects;
  const ids = new Set(effects.map(({ id }) => id));
  const left = changed.filter(({ collection, id, before, after, members }) => {
    if (before === undefined || after === undefined) return false;
    const isOwn = members.some((member) => !followingMembers[collection]?.includes(member));
    return isOwn && !books.includes(collection) && !ids.has(id) && !unnamed[name]?.includes(collection);
  });
  const groups = Map.groupBy(left, ({ collection }) => collection);
  return [...groups].flatMap(([collection, records]) => {
    const isCounted = effects.some(
      ({ type, changes }) => type === typeOf[collection] && changes?.count === records.length,
    );
    return isCounted ? [] : records.map(({ members }) => `${collection}: ${members.join(', ')}`);
  });
}

function checkCost(action: AnyAction, dry: Reply, done: Reply, balance: number): void {
  const charged = done.body.cost?.credits ?? 0;
  const { credits: planned, balance: before } = dry.body.cost;
  expect(charged).toBeLessThanOrEqual(planned);
  // Only an external call can deliver less than planned.
  if (!isRead(action) && action.perform === undefined) expect(charged).toBe(planned);
  expect(before - balance).toBe(charged);
}

test.each(writes.map((action) => [action.name, action] as const))(
  '%s does what its dry run shows, and the dry run changes nothing',
  async (name, action) => {
    const { dry, stale, done, dryChanges, changes, changed, balance } = await previewAndExecute(action);
    expect(
      dry.body.error ?? null,
      `${name} needs an input that succeeds: add it to testing/prepared-inputs.ts`,
    ).toBeNull();
    expectSentence(dry.body.data);
    expect(dryChanges).toEqual([]);
    expect(answerFaults(action, dry)).toEqual([]);
    const isVersioned = action.errors.includes('version_conflict');
    expect(stale.body.error?.code).toBe(isVersioned ? 'version_conflict' : 'validation_failed');
    expect(answerFaults(action, stale)).toEqual([]);
    expect(done.body.error ?? null).toBeNull();
    expect(answerFaults(action, done)).toEqual([]);
    checkEffects(name, dry, changes);
    expect(surprises(name, dry, changed)).toEqual([]);
    expect(unannounced(changed)).toEqual([]);
    checkCost(action, dry, done, balance);
    expect(dry.body.data.skippedCount).toBe(leftOut[name] ?? 0);
    expect(skippedItems(done.body.data) ?? dry.body.data.skippedCount).toBe(dry.body.data.skippedCount);
    expect(changes.some((line) => line.startsWith('+ audit') && line.includes(name))).toBe(true);
  },
);
