// Loaded into the launcher and each part: work that is worth doing once, after the start.
import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const startedMs = 15_000;

/** A start needs a third more memory than remains in use, and V8 frees little while the process is idle. */
function giveBackMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

function afterStart(): void {
  // Node writes its compile cache when a process ends normally. Write it now, because a killed process would compile
  // everything again.
  flushCompileCache();
  giveBackMemory();
}

setTimeout(afterStart, startedMs).unref();
