import { readFileSync, writeFileSync } from 'node:fs';
import { type AnyAction, isRead, statusesOf } from '../actions/definition/define-action.ts';
import { actions } from '../actions/index.ts';
import { examplesFile, type RecordedExample } from '../openapi/examples.ts';
import { answerFaults } from './answer-schema.ts';
import { callAction } from './call-action.ts';
import { preparedInputs } from './inputs/prepared-inputs.ts';
import { sampleInput } from './inputs/sample-input.ts';
import { seedWorld } from './seed-world.ts';
import { startTestCore, type TestCore } from './start-test-core.ts';

// npm run examples [-- --stale | <action>…] calls every action, those whose recorded example is missing or no longer
// fits, or the named ones, each in its own world. Records the request, response, and dry run for the OpenAPI document.

async function record(core: TestCore, action: AnyAction): Promise<RecordedExample> {
  const world = await seedWorld(core);
  const request = (method: string, path: string, body?: unknown) =>
    core.request(method, path, { key: world.key, body });
  const special = await preparedInputs[action.name]?.({ ...world, core, request });
  const input = { ...sampleInput(action, world.ids), ...special };
  const call = async (isDryRun: boolean) => {
    const { status, body } = await callAction(core, action, input, { key: world.key, isDryRun });
    if (status >= 300) throw new Error(`${action.name} with ${JSON.stringify(input)}: ${JSON.stringify(body)}`);
    return body;
  };
  if (isRead(action)) return { input, answer: await call(false) };
  const dryRun = await call(true);
  return { input, answer: await call(false), dryRun };
}

const id = /\b([a-z]{2,4})_[0-9A-HJKMNP-TV-Z]{26}\b/g;
const userId = /\busr_[0-9a-f-]{36}\b/g;
const recordedTime = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const digest = /"[0-9a-f]{32}"/g;
const longDigest = /"[0-9a-f]{64}"/g;
const shortDigest = /"[0-9a-f]{24}"/g;
const itemsMax = 2;

/** Shortens long arrays, because an example only shows the shape. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, itemsMax).map(shortened);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortened(part)]));
}

/** Replaces values that vary between runs (IDs, times, digests, secrets) with stable values of the same form. */
function tidyExample(example: unknown, now = new Date()): unknown {
  const known = new Map<string, string>();
  const tidyId = (found: string, prefix: string): string => {
    if (!known.has(found))
      known.set(found, `${prefix}_01KABCDEFGHJKMNPQRSTVWX${String(known.size + 1).padStart(3, '0')}`);
    return known.get(found)!;
  };
  const tidyTime = (time: string): string => {
    const isFresh = Math.abs(new Date(time).getTime() - now.getTime()) < 86_400_000;
    return isFresh ? '2026-03-02T09:00:00.000Z' : time;
  };
  const text = JSON.stringify(shortened(example))
    .replace(id, tidyId)
    .replace(userId, 'usr_5f3c9a1e-8b7d-4c2f-a0e9-d8c7b6a5f4e1')
    .replace(recordedTime, tidyTime)
    .replace(digest, '"5f3c9a1e8b7d4c2f6a0e9d8c7b6a5f4e"')
    .replace(longDigest, `"${'5f3c9a1e'.repeat(8)}"`)
    .replace(shortDigest, '"5f3c9a1e8b7d4c2f6a0e9d8c"')
    .replaceAll('http://127.0.0.1:9/hook', 'https://hooks.analytical.example/outbound')
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'https://outbound.example')
    .replaceAll('"127.0.0.1"', '"smtp.analytical.example"')
    .replace(/whsec_[A-Za-z0-9+/=]+/g, `whsec_${'A'.repeat(43)}=`);
  return JSON.parse(text);
}

const core = await startTestCore();
Object.assign(core.deps.ports.mail, {
  lookUpTxt: async () => ['v=spf1 include:_spf.example -all'],
  lookUpMx: async () => [{ exchange: 'mx.acme.example', priority: 10 }],
});
const wanted = process.argv.slice(2);
const known: Record<string, RecordedExample> = JSON.parse(readFileSync(examplesFile, 'utf8'));

/** True if the example is missing, or its responses no longer fit the schema. A download has no schema. */
function isStale(action: AnyAction): boolean {
  const { answer, dryRun } = known[action.name] ?? {};
  if (answer === undefined) return true;
  const isUnfit = (body: unknown, status: number) =>
    typeof body === 'object' && answerFaults(action, { status, body, headers: new Headers() }).length > 0;
  return isUnfit(answer, statusesOf(action)[0]!) || isUnfit(dryRun, 200);
}

function isRecorded(action: AnyAction): boolean {
  if (wanted.length === 0) return true;
  return wanted.includes('--stale') ? isStale(action) : wanted.includes(action.name);
}

const examples: Record<string, unknown> = {};
for (const action of actions.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
  examples[action.name] = isRecorded(action) ? tidyExample(await record(core, action)) : known[action.name];
await core.stop();
writeFileSync(examplesFile, `${JSON.stringify(examples, null, 2)}\n`);
