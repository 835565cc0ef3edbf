// Runs one part with a heartbeat, in a container or a systemd unit. Passes signals and output on. Ends a part that
// hangs, and then itself, so that the container or unit starts again.
//   watched.ts SCRIPT [ARGUMENT …]
import { Heartbeat } from './processes/heartbeat.ts';
import { stackOf } from './processes/hung-stack.ts';
import { aliveMessage } from './processes/messages.ts';
import { notifySystemd, startSystemdWatchdog } from './processes/notify-systemd.ts';
import { spawnPart } from './processes/spawn-part.ts';

/** Every part prints such a line once it serves. Before, it may read a whole store without a turn of its event loop. */
const readyLine = /listening|^ready |is ready/m;

const [script, ...args] = process.argv.slice(2);
if (script === undefined) {
  process.stderr.write('usage: watched.ts SCRIPT [ARGUMENT …]\n');
  process.exit(2);
}

let wasReady = false;
let isAskedToStop = false;
const child = spawnPart({ name: script, script, args, env: {} }, 'inherit');
const heartbeat = new Heartbeat({
  look: () => ({ isRunning: true, wasReady, isAskedToStop }),
  onSilent: (silentMs) => void endHung(silentMs),
});

async function endHung(silentMs: number): Promise<void> {
  const stack = await stackOf(child);
  const msg = `${script} did not respond for ${Math.round(silentMs / 1_000)} s, and is ended`;
  process.stderr.write(`${JSON.stringify({ level: 50, time: Date.now(), msg, stack })}\n`);
  child.kill('SIGKILL');
}

child.stdout?.on('data', (chunk: Buffer) => {
  process.stdout.write(chunk);
  if (wasReady || !readyLine.test(String(chunk))) return;
  wasReady = true;
  notifySystemd('READY=1');
});
child.stderr?.pipe(process.stderr);
child.on('message', (message) => {
  if (message === aliveMessage) heartbeat.beat();
});
child.on('error', (error) => process.stderr.write(`${error.message}\n`));
child.on('close', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => {
    isAskedToStop = true;
    notifySystemd('STOPPING=1');
    child.kill(signal);
  });
heartbeat.start();
startSystemdWatchdog();
