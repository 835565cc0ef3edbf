import { setImmediate as endOfTurn } from 'node:timers/promises';

/** Maximum time in milliseconds that work can run without yielding to the process. */
const sliceMs = 10;

let lastTurn = Promise.resolve();

/** Waits for an event loop turn without other long work, so that several pieces do not add up. */
function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => endOfTurn());
  return lastTurn;
}

/** For long loops: awaited after each piece, it yields once a time slice is used up. */
export function takeSlices(now: () => number = () => performance.now()): () => Promise<void> {
  let startedAt = now();
  return async () => {
    if (now() - startedAt < sliceMs) return;
    await ownTurn();
    startedAt = now();
  };
}
