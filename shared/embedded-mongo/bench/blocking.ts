import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { PerformanceObserver } from 'node:perf_hooks';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { isMainThread } from 'node:worker_threads';
import { Gate } from '../src/storage/log/gate.ts';

/**
 * Preloaded into a server (`--import`). Records each call that blocks a thread for longer than this in the file
 * BENCH_NOTES. A client's wait can then be matched to the server's work at that time.
 */
const notedMs = 20;
const loopMs = 10;
const thread = isMainThread ? 'main' : 'checkpoints';

export interface Blocking {
  thread: string;
  what: string;
  /** Wall-clock time in milliseconds since 1970. */
  from: number;
  ms: number;
}

const { appendFileSync } = fs;

function note(what: string, started: number, ms = performance.now() - started): void {
  if (ms < notedMs) return;
  const blocking: Blocking = { thread, what, from: performance.timeOrigin + started, ms };
  appendFileSync(process.env.BENCH_NOTES!, `${JSON.stringify(blocking)}\n`);
}

type Method = (this: unknown, ...values: unknown[]) => unknown;

/** Wraps a method of an object to time it. */
function time(owner: object, name: string, describe: (self: unknown, first: unknown) => string): void {
  const methods = owner as Record<string, Method>;
  const method = methods[name]!;
  methods[name] = function timed(...values) {
    const started = performance.now();
    try {
      return method.apply(this, values);
    } finally {
      note(describe(this, values[0]), started);
    }
  };
}

for (const name of ['run', 'get', 'all'])
  time(StatementSync.prototype, name, (statement) => (statement as StatementSync).sourceSQL.slice(0, 60));
time(DatabaseSync.prototype, 'exec', (_database, sql) => String(sql).slice(0, 60));
time(fs, 'fdatasyncSync', () => 'fdatasync, waited for');

const { fdatasync } = fs;
fs.fdatasync = Object.assign((descriptor: number, done: fs.NoParamCallback) => {
  const started = performance.now();
  fdatasync(descriptor, (error) => {
    note('fdatasync by another thread', started);
    done(error);
  });
}, fdatasync);
syncBuiltinESMExports();

const { close, open } = Gate.prototype;
const closings = new Map<Gate, number>();
Gate.prototype.close = function timed() {
  if (!this.opened) closings.set(this, performance.now());
  close.call(this);
};
Gate.prototype.open = function timed() {
  if (this.opened) note('writers or transactions held up', closings.get(this)!);
  open.call(this);
};

new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) note('garbage', entry.startTime, entry.duration);
}).observe({ entryTypes: ['gc'] });

if (isMainThread) {
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    note('turns of the event loop', last + loopMs, now - last - loopMs);
    last = now;
  }, loopMs).unref();
}
