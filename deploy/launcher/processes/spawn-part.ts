import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Part } from './part.ts';

/** V8's space for new objects, in MB. With 4, a busy API spends a quarter of its time on collecting them; idle, both need the same. */
const newSpace = '--max-semi-space-size=16';
/**
 * V8's space for old objects, in MB. The larger it may get, the longer V8 waits before it collects. Without a limit,
 * an import with 100 MB of live objects takes 500 MB on a machine with much memory.
 */
const oldSpace = '--max-old-space-size=1024';
/** glibc's heaps: left to itself it keeps up to eight per processor, each with room of its own. */
const mallocArenas = '2';
const beforePart = ['end-with-launcher.ts', 'after-start.ts'].flatMap((file) => [
  '--import',
  fileURLToPath(new URL(file, import.meta.url)),
]);
const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url));

/** Any free port, if the launcher asks a part that hangs for its stack (hung-stack.ts). */
const debuggerPort = '--inspect-port=127.0.0.1:0';

/** Starts the process of a part, with a channel to the launcher. */
export function spawnPart({ script, args = [], env }: Part, input: 'ignore' | 'inherit' = 'ignore'): ChildProcess {
  const flags = ['--disable-warning=ExperimentalWarning', newSpace, oldSpace, debuggerPort, ...beforePart];
  // A process group of its own, so that Ctrl-C reaches the launcher alone and the parts stop in order; the channel
  // closes when the launcher is gone.
  return spawn(process.execPath, [...flags, script, ...args], {
    env: { NODE_COMPILE_CACHE: compileCache, MALLOC_ARENA_MAX: mallocArenas, ...process.env, ...env },
    stdio: [input, 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
}
