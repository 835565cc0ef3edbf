import { readFileSync, writeFileSync } from 'node:fs';
import { type AnyAction, isRead } from '../actions/define-action.ts';
import { actions } from '../actions/index.ts';
import { examplesFile, type RecordedExample } from '../actions/openapi/examples.ts';
import { callAction } from './call-action.ts';
import { preparedInputs } from './prepared-inputs.ts';
import { sampleInput } from './sample-input.ts';
import { seedWorld } from './seed-world.ts';
import { startTestCore, type TestCore } from './start-test-core.ts';
import { tidyExample } from './tidy-example.ts';

// npm run examples [-- <action>…]: calls every action, or those named, on a world of its own and writes down request,
// answer and dry run for the OpenAPI document.

const record = async (core: TestCore, action: AnyAction): Promise<RecordedExample> => {
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
};

const core = await startTestCore();
Object.assign(core.deps.ports.mail, { lookUpTxt: async () => ['v=spf1 include:_spf.example -all'] });
const wanted = process.argv.slice(2);
const known: Record<string, unknown> = JSON.parse(readFileSync(examplesFile, 'utf8'));
const examples: Record<string, unknown> = {};
for (const action of actions.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
  const isKept = wanted.length > 0 && !wanted.includes(action.name);
  examples[action.name] = isKept ? known[action.name] : tidyExample(await record(core, action));
}
await core.stop();
writeFileSync(examplesFile, `${JSON.stringify(examples, null, 2)}\n`);
