import { setTimeout as wait } from 'node:timers/promises';
import { mongoPart } from './parts.ts';
import { Supervised } from './processes/supervise.ts';
import { StartError } from './settings.ts';

/** Without a word from the store. While it brings an older folder up to date, it says how far it is. */
const startMs = 60_000;
const pollMs = 25;

export interface RunningStore {
  uri: string;
  process: Supervised;
  stop(): Promise<void>;
}

/** Starts embedded-mongo on the data folder as a separate process, and waits until it serves. */
export async function startEmbeddedStore(
  dataDir: string,
  onChange?: (part: Supervised) => void,
): Promise<RunningStore> {
  const mongo = new Supervised(mongoPart(dataDir), dataDir, { onChange });
  let uri: string | undefined;
  mongo.start((line) => {
    const found = /^ready (mongodb:\/\/\S+)/.exec(line)?.[1];
    if (found === undefined) return;
    uri ??= found;
    mongo.setHealth(true);
  });
  while (uri === undefined) {
    // A store that ended itself has logged the reason. A killed one is restarted.
    const hasFailed = mongo.ending !== undefined && mongo.ending.code !== null;
    if (hasFailed || Date.now() - mongo.heardAt > startMs) {
      await mongo.stop();
      throw new StartError(`The store did not start: ${mongo.failure}`);
    }
    await wait(pollMs);
  }
  return { uri, process: mongo, stop: () => mongo.stop() };
}
