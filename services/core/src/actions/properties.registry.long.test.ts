import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerFaults } from '../testing/answer-schema.ts';
import { callAction } from '../testing/call-action.ts';
import { dumpStore, storeChanges } from '../testing/changes/store-dump.ts';
import { arbitraryOf } from '../testing/inputs/arbitrary-input.ts';
import { corrupted } from '../testing/inputs/corrupt-input.ts';
import { seedWorld, type World } from '../testing/seed-world.ts';
import { companySite } from '../testing/servers/company-site.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { type AnyAction, isRead } from './definition/define-action.ts';
import { actions } from './index.ts';

/** Number of runs per property. Nightly runs use more: API_PROPERTY_RUNS=500. */
const runs = Number(process.env.API_PROPERTY_RUNS || 15);
const executedRuns = Math.ceil(runs / 5);

type Input = Record<string, unknown>;

let core: TestCore;
let world: World;
beforeAll(async () => {
  core = await startTestCore();
  // Tests never query name servers.
  Object.assign(core.deps.ports.mail, { lookUpTxt: async () => [], lookUpMx: async () => [] });
  core.deps.ports.sites = await companySite();
  world = await seedWorld(core);
});
afterAll(() => core.stop());

// Uses the same inputs in every run. Set API_PROPERTY_SEED to try others.
fc.configureGlobal({ seed: Number(process.env.API_PROPERTY_SEED ?? 20261121) });

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

function inputsOf(action: AnyAction) {
  return arbitraryOf(action.input, Object.values(world.ids)) as fc.Arbitrary<Input>;
}

async function check(action: AnyAction, input: Input, isDryRun: boolean) {
  const reply = await callAction(core, action, input, { key: world.key, isDryRun });
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(500);
  expect(answerFaults(action, reply)).toEqual([]);
  return reply;
}

const cases = actions.map((action) => [action.name, action] as const);

test.each(cases)(
  '%s returns the declared response for valid input, and a read or dry run changes nothing',
  async (_name, action) => {
    const before = await dumpStore();
    const property = fc.asyncProperty(inputsOf(action), async (input) => {
      const { body } = await check(action, input, !isRead(action));
      if (!isRead(action) && body.ok) expect(body.data.dryRun).toBe(true);
    });
    await fc.assert(property, { numRuns: runs });
    expect(storeChanges(before, await dumpStore())).toEqual([]);
  },
);

test.each(cases)('%s rejects invalid input and names the problem', async (_name, action) => {
  const before = await dumpStore();
  const isValid = ajv.compile(action.input);
  const property = fc.asyncProperty(
    inputsOf(action).chain((input) => corrupted(action, input)),
    async (input) => {
      const isText = action.method === 'get' || action.method === 'delete';
      fc.pre(isText || !isValid(input));
      const { status, body } = await check(action, input, false);
      expect(status, JSON.stringify(input)).toBe(422);
      expect(body.error.code).toBe('validation_failed');
      expect(body.error.details?.length ?? Number(body.error.field !== undefined)).toBeGreaterThan(0);
    },
  );
  await fc.assert(property, { numRuns: runs });
  const changes = storeChanges(before, await dumpStore());
  expect(changes.filter((line) => !line.startsWith('+ audit'))).toEqual([]);
});

test.each(cases.filter(([, action]) => !isRead(action)))(
  '%s returns the declared response when executed with valid input',
  async (_name, action) => {
    const own = await seedWorld(core);
    const inputs = arbitraryOf(action.input, Object.values(own.ids)) as fc.Arbitrary<Input>;
    const property = fc.asyncProperty(inputs, async (input) => {
      const reply = await callAction(core, action, input, { key: own.key });
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(500);
      expect(answerFaults(action, reply)).toEqual([]);
    });
    await fc.assert(property, { numRuns: executedRuns });
  },
);
