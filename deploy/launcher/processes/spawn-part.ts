import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Part } from './part.ts';

/** V8's space for new objects, in MB. With 4, a busy API spends a quarter of its time on collecting them; idle, both need the same. */
const newSpace = '--max-semi-space-size=16';
/** glibc's heaps: left to itself it keeps up to eight per processor, each with room of its own. */
const mallocArenas = '2';
const beforePart = ['end-with-launcher.ts', 'after-start.ts'].flatMap((file) => [
  '--import',
  fileURLToPath(new URL(file, import.meta.url)),
]);
const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url));

/** Starts the process of a part, with a channel to the launcher. `reportSignal` makes it write a report to the folder. */
export function spawnPart({ script, args = [], env }: Part, reportDir: string, reportSignal: string): ChildProcess {
  // A report has the stack of what hangs, also in an endless loop. It has no environment, where the secrets are.
  const report = ['--report-on-signal', `--report-signal=${reportSignal}`, `--report-directory=${reportDir}`];
  const flags = ['--disable-warning=ExperimentalWarning', newSpace, '--report-exclude-env', ...report, ...beforePart];
  // A process group of its own, so that Ctrl-C reaches the launcher alone and the parts stop in order; the channel
  // closes when the launcher is gone.
  return spawn(process.execPath, [...flags, script, ...args], {
    env: { NODE_COMPILE_CACHE: compileCache, MALLOC_ARENA_MAX: mallocArenas, ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
}
