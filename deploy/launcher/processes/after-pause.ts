const firstPauseMs = 250;
const pauseMaxMs = 30_000;

/** Pause before a restart, by the number of failures in a row: each one doubles it. */
export function pauseAfter(failuresInRow: number): number {
  return failuresInRow === 0 ? 0 : Math.min(firstPauseMs * 2 ** (failuresInRow - 1), pauseMaxMs);
}

/** Calls `start` after a pause; returns what undoes that. */
export function afterPause(start: () => void, pauseMs: number): () => void {
  const timer = setTimeout(start, pauseMs);
  return () => clearTimeout(timer);
}
