import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'outbound-watched-'));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

function start(command: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  started.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk));
  return { child, text: () => text, ended: new Promise<number | null>((resolve) => child.once('close', resolve)) };
}

function watch(source: string, env: Record<string, string> = {}) {
  const script = join(folder, `part-${Math.random()}.mjs`);
  writeFileSync(script, source);
  return start(process.execPath, [join(import.meta.dirname, 'watched.ts'), script], env);
}

test('ends a part in an endless loop, with its place in the code', { timeout: 60_000 }, async () => {
  const { ended, text } = watch("console.log('listening'); setTimeout(function spin() { for (;;); }, 1_500);");
  expect(await ended).toBe(1);
  expect(text()).toMatch(/did not respond for 1\d s, and is ended","stack":\["spin /);
});

test('passes input, output, signals, and the exit code on', { timeout: 30_000 }, async () => {
  const { child, ended, text } = watch(`
    process.stdin.on('data', (text) => console.log('heard ' + text));
    process.on('SIGTERM', () => process.exit(7));
  `);
  child.stdin!.write('a password');
  await expect.poll(text, { timeout: 20_000 }).toContain('heard a password');
  child.kill('SIGTERM');
  expect(await ended).toBe(7);
});

/** Prints each datagram that arrives at the socket, as systemd would get it. */
const receiver = `
import socket, sys
one = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
one.bind(sys.argv[1])
print('bound', flush=True)
while True: print(one.recv(4096).decode().strip(), flush=True)
`;

test('notifies systemd when it is ready, while it lives, and when it stops', { timeout: 60_000 }, async (context) => {
  for (const program of ['systemd-notify', 'python3'])
    if (spawnSync(program, ['--version']).status !== 0) context.skip(`${program} is not installed`);
  const socket = join(folder, 'notify');
  const systemd = start('python3', ['-c', receiver, socket]);
  await expect.poll(systemd.text, { timeout: 20_000 }).toContain('bound');
  const part = watch("console.log('listening'); setInterval(() => {}, 1_000);", {
    NOTIFY_SOCKET: socket,
    WATCHDOG_USEC: '1500000',
  });
  for (const state of ['READY=1', 'WATCHDOG=1']) await expect.poll(systemd.text, { timeout: 20_000 }).toContain(state);
  part.child.kill('SIGTERM');
  await part.ended;
  await expect.poll(systemd.text, { timeout: 20_000 }).toContain('STOPPING=1');
});
