// Measures success of callers in 40 everyday tasks, verified in the store. A script without knowledge of the actions
// runs them, and a model if EVALUATE_URL (OpenAI-compatible) and EVALUATE_MODEL are set. Usage: npm run evaluate
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedStore } from '../../deploy/launcher/embedded-store.ts';
import { openDataDir } from '../../deploy/launcher/settings.ts';
import { connectWithKey } from '../harness/mcp-client.ts';
import { callByModel, modelOf } from './model-caller.ts';
import { recordTasks } from './record-tasks.ts';
import { callByScript } from './scripted-caller.ts';
import { sendingTasks } from './sending-tasks.ts';
import { type Outcome, openStage, play } from './stage.ts';
import type { Task } from './task.ts';

const doneMin = 36;
const tasks = [...recordTasks, ...sendingTasks];
const model = modelOf(process.env);

async function evaluate(name: string, callerOf: (url: string, key: string) => Promise<(task: Task) => Promise<void>>) {
  const stage = await openStage();
  try {
    const outcomes = await play(stage, tasks, await callerOf(stage.url, stage.key));
    report(name, outcomes);
    return outcomes.filter(({ isDone }) => isDone).length >= doneMin;
  } finally {
    await stage.close();
  }
}

function report(name: string, outcomes: Outcome[]): void {
  for (const { task, isDone, remark } of outcomes.filter((outcome) => !outcome.isDone || outcome.remark))
    console.log(`${isDone ? 'done, but' : 'not done:'} ${task.wish} ${remark}`);
  console.log(`${name}: ${outcomes.filter(({ isDone }) => isDone).length} of ${outcomes.length}`);
}

const dataDir = openDataDir(mkdtempSync(join(tmpdir(), 'outbound-evaluation-')));
const store = process.env.MONGODB_URI ? undefined : await startEmbeddedStore(dataDir);
process.env.MONGODB_URI ??= store?.uri;
try {
  const isEnough = [
    await evaluate('script', async (url, key) => {
      const client = await connectWithKey(url, key);
      return (task) => callByScript(client, task);
    }),
  ];
  if (model)
    isEnough.push(
      await evaluate(model.name, async (url, key) => {
        const client = await connectWithKey(url, key);
        return (task) => callByModel(client, model, task);
      }),
    );
  process.exitCode = isEnough.every(Boolean) ? 0 : 1;
} finally {
  await store?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
