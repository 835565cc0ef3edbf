/** Calls `start` after a pause; returns what undoes that. */
export function afterPause(start: () => void, pauseMs: number): () => void {
  const timer = setTimeout(start, pauseMs);
  return () => clearTimeout(timer);
}
