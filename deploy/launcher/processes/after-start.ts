// Loaded into the launcher and into each part: what is worth doing once, when everything has been started.
import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const startedMs = 15_000;

/** Starting takes a third more memory than what is kept of it, and V8 gives nothing back while little happens. */
function giveBackMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

function afterStart(): void {
  // Node writes it at the end of a process, and a killed one has no end: its next start would compile everything again.
  flushCompileCache();
  giveBackMemory();
}

setTimeout(afterStart, startedMs).unref();
