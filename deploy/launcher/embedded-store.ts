import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { mongoPart } from './parts.ts';
import { StartError } from './settings.ts';
import { Supervised } from './supervise.ts';

const startMs = 30_000;
const pollMs = 25;

export interface RunningStore {
  uri: string;
  stop(): Promise<void>;
}

/** Starts embedded-mongo on the data folder, in a process of its own, and waits until it serves. */
export const startEmbeddedStore = async (
  dataDir: string,
  onGivenUp: (message: string) => void,
): Promise<RunningStore> => {
  const port = await freePort();
  const mongo = new Supervised(mongoPart(dataDir, port), dataDir, onGivenUp);
  let uri: string | undefined;
  mongo.start((line) => {
    uri ??= /mongodb:\/\/[^\s"]+/.exec(line)?.[0];
  });
  const until = Date.now() + startMs;
  while (uri === undefined) {
    if (mongo.hasEnded || Date.now() > until) {
      await mongo.stop();
      throw new StartError(`The store did not start: ${mongo.failure}`);
    }
    await wait(pollMs);
  }
  return { uri, stop: () => mongo.stop() };
};
