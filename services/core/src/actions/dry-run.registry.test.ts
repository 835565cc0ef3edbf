import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerFaults } from '../testing/answer-schema.ts';
import { callAction } from '../testing/call-action.ts';
import { preparedInputs } from '../testing/prepared-inputs.ts';
import { sampleInput } from '../testing/sample-input.ts';
import { seedWorld } from '../testing/seed-world.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';
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

const previewAndExecute = async (action: AnyAction) => {
  const world = await seedWorld(core);
  const prepare = preparedInputs[action.name];
  const request = (method: string, path: string, body?: unknown) =>
    core.request(method, path, { key: world.key, body });
  const special = await prepare?.({ ...world, core, request });
  const input = { ...sampleInput(action, world.ids), ...special };
  const start = await dumpStore();
  const dry = await callAction(core, action, input, { key: world.key, isDryRun: true });
  const between = await dumpStore();
  const headers = { 'plan-digest': dry.body.data?.planDigest };
  const done = await callAction(core, action, input, { key: world.key, headers });
  return { dry, done, dryChanges: storeChanges(start, between), changes: storeChanges(between, await dumpStore()) };
};

test.each(writes.map((action) => [action.name, action] as const))(
  '%s does what its dry run says, and the dry run does nothing',
  async (name, action) => {
    const { dry, done, dryChanges, changes } = await previewAndExecute(action);
    expect(
      dry.body.error ?? null,
      `${name} needs an input that succeeds: add it to testing/prepared-inputs.ts`,
    ).toBeNull();
    expect(dryChanges).toEqual([]);
    expect(answerFaults(action, dry)).toEqual([]);
    expect(done.body.error ?? null).toBeNull();
    expect(answerFaults(action, done)).toEqual([]);
    const { effects, effectCount } = dry.body.data;
    const real = changes.filter((line) => !isBookkeeping(line));
    expect(real.length > 0, `effects: ${JSON.stringify(effects)}, changes: ${real.join('\n')}`).toBe(effectCount > 0);
    for (const { id, op } of effects.filter((effect: { id?: string }) => effect.id)) {
      expect(
        real.some((line) => line.includes(id)),
        `${op} ${id} left no trace:\n${real.join('\n')}`,
      ).toBe(true);
    }
    expect(done.body.cost?.credits ?? 0).toBeLessThanOrEqual(dry.body.cost.credits);
    const spent = changes.filter((line) => line.startsWith('+ ledger') && line.includes('"capture"'));
    expect(spent.length > 0).toBe((done.body.cost?.credits ?? 0) > 0);
    expect(changes.some((line) => line.startsWith('+ audit') && line.includes(name))).toBe(true);
  },
);
