import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Restarts Outbound whenever a source file changes.
const root = fileURLToPath(new URL('../../', import.meta.url));
const folders = [
  'services/core/src',
  'services/gateway/src',
  'shared/embedded-mongo/src',
  'shared/contract',
  'shared/design',
  'shared/node-service/src',
];
const settleMs = 200;

let product: ChildProcess | undefined;
let timer: NodeJS.Timeout | undefined;
let isStopping = false;

function start(): void {
  const args = ['--disable-warning=ExperimentalWarning', `${root}deploy/launcher/start.ts`];
  const started = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  product = started;
  started.once('exit', () => {
    if (product === started) product = undefined;
  });
}

/** Stops the running product first, because the data folder has a single owner. */
function restart(): void {
  process.stderr.write('Files changed. Restarting …\n');
  const running = product;
  running?.once('exit', () => isStopping || start());
  if (running === undefined) start();
  else running.kill('SIGTERM');
}

for (const folder of folders) {
  watch(`${root}${folder}`, { recursive: true }, (_event, name) => {
    if (!/\.(ts|liquid|css|js|json)$/.test(name ?? '') || /\.test\.ts$/.test(name ?? '')) return;
    clearTimeout(timer);
    timer = setTimeout(restart, settleMs);
  });
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopping = true;
    if (product === undefined) process.exit(0);
    product.once('exit', () => process.exit(0));
    product.kill('SIGTERM');
  });
}

start();
