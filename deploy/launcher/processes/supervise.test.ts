import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { identify, isAlive } from './process-identity.ts';
import { Supervised } from './supervise.ts';

/** A part with this source code. The test triggers its restarts. */
function supervise(source: string, options: { silentMs?: number } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'outbound-part-'));
  mkdirSync(join(dataDir, 'logs'));
  const script = join(dataDir, 'part.mjs');
  writeFileSync(script, source);
  const states: string[] = [];
  let scheduled: { start(): void; pauseMs: number } | undefined;
  let wake = () => {};
  const part = new Supervised({ name: 'part', script, env: {} }, dataDir, {
    ...options,
    onChange: ({ status }) => {
      states.push(status.state);
      wake();
    },
    schedule: (start, pauseMs) => {
      scheduled = { start, pauseMs };
      return () => {
        scheduled = undefined;
      };
    },
  });
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise<void>((resolve) => (wake = resolve));
  };
  /** Waits until the current run ends, and returns the delay before the next one. */
  const untilEnded = async () => {
    await until(() => part.status.state === 'down' && scheduled !== undefined);
    const { pauseMs, start } = scheduled!;
    scheduled = undefined;
    return { pauseMs, again: start };
  };
  return { part, dataDir, states, until, untilEnded };
}

test('restarts a failing part with growing delays of up to 30 s, and reports the reason', async () => {
  const { part, untilEnded, dataDir } = supervise(`throw new Error('a poison job');`);
  part.start();
  const pauses: number[] = [];
  for (let i = 0; i < 9; i += 1) {
    const { pauseMs, again } = await untilEnded();
    pauses.push(pauseMs);
    expect(part.status.reason).toMatch(/^Error: a poison job; it starts again/);
    again();
  }
  expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  await part.stop();
  expect(readFileSync(join(dataDir, 'logs', 'part.log'), 'utf8')).toContain('a poison job');
});

test('reports the signal if there is no other reason', async () => {
  const { part, untilEnded } = supervise('setInterval(() => {}, 1_000);');
  part.start();
  process.kill(part.identity!.pid, 'SIGKILL');
  await untilEnded();
  expect(part.status).toMatchObject({ state: 'down', reason: 'ended by SIGKILL; it starts again' });
  await part.stop();
});

test('never reports half a log line as the reason', async () => {
  const line = JSON.stringify({ level: 30, msg: 'request', path: 'x'.repeat(90) });
  const { part, untilEnded } = supervise(`process.stdout.write(${JSON.stringify(`${line}\n`)}.repeat(500));`);
  part.start();
  await untilEnded();
  expect(part.status.reason).toBe('ended with code 0; it starts again');
  await part.stop();
});

test('is starting until it is ready, and degraded afterward if it stops being ready', async () => {
  const { part, states } = supervise('setInterval(() => {}, 1_000);');
  part.start();
  part.setHealth(false, 'does not accept requests');
  part.setHealth(true);
  part.setHealth(false, 'store: does not respond');
  expect(part.status).toMatchObject({ state: 'degraded', reason: 'store: does not respond' });
  part.setHealth(true);
  expect(states).toEqual(['starting', 'starting', 'ready', 'degraded', 'ready']);
  await part.stop();
});

test('does not confuse a process with a later one of the same number', () => {
  const own = identify(process.pid)!;
  expect(isAlive(own)).toBe(true);
  expect(isAlive({ ...own, startedAt: `${own.startedAt}1` })).toBe(false);
  expect(identify(2 ** 22 + 1)).toBeUndefined();
});

test('names the place of an endless loop and the last request, and replaces the part', async () => {
  const source = `
    function spin() { for (;;); }
    process.on('message', spin);
    setInterval(() => {}, 1_000);
  `;
  const { part, untilEnded, until, dataDir } = supervise(source, { silentMs: 500 });
  part.lastWork = () => 'POST /api/public/v1/contacts';
  part.start();
  part.setHealth(true);
  part.announceWork();
  await until(() => part.status.state === 'degraded');
  expect(part.status.reason).toMatch(
    /^did not respond for \d+ s; its last request was POST \/api\/public\/v1\/contacts$/,
  );
  await untilEnded();
  expect(part.status.reason).toMatch(/; it was in spin \(.*part\.mjs:2\); it starts again/);
  await part.stop();
  const logged = readFileSync(join(dataDir, 'logs', 'part.log'), 'utf8').split('\n');
  const { msg, stack } = JSON.parse(logged.find((line) => line.includes('"stack"'))!);
  expect([msg, stack[0]]).toEqual([expect.stringMatching(/^part did not respond/), expect.stringMatching(/^spin/)]);
});
