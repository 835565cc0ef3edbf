import { setImmediate as endOfTurn } from 'node:timers/promises';

/** Work that is not waiting for anything may keep the process from others for so long. */
const sliceMs = 10;

let lastTurn = Promise.resolve();

/** A turn of the event loop with no other long work in it: several of them do not add up. */
function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => endOfTurn());
  return lastTurn;
}

/** For loops over much work: awaited after each piece, it lets others go first once a slice of time is used up. */
export function takeSlices(now: () => number = () => performance.now()): () => Promise<void> {
  let startedAt = now();
  return async () => {
    if (now() - startedAt < sliceMs) return;
    await ownTurn();
    startedAt = now();
  };
}
