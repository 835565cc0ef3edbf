import { readFileSync } from 'node:fs';
import { type Collection, MongoClient } from 'mongodb';
import type { Blocking } from './blocking.ts';
import { schedule } from './stalls.ts';

const everyMs = 20;
export const waitMsMax = 250;

interface Probe {
  _id: number;
  n: number;
}

interface Wait {
  what: 'read' | 'write';
  /** Wall-clock time in milliseconds. */
  from: number;
  ms: number;
  /** Time of the server's main thread during the wait. */
  workedMs: number;
  starvedMs: number;
}

function partOf(values: readonly number[], share: number): string {
  const sorted = values.toSorted((left, right) => left - right);
  return (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0);
}

/**
 * Another client, in a separate process with its own connection, that reads and writes one small document every 20 ms.
 */
export class Prober {
  private readonly client: MongoClient;
  private readonly items: Collection<Probe>;
  private readonly server: number;
  private readonly notes: string;
  private waits: Wait[] = [];
  private isOver = false;
  private running: Promise<void> = Promise.resolve();

  private constructor(client: MongoClient, server: number, notes: string) {
    this.client = client;
    this.items = client.db('bench').collection('probe');
    this.server = server;
    this.notes = notes;
  }

  static async start(uri: string, server: number, notes: string): Promise<Prober> {
    const prober = new Prober(await new MongoClient(uri, { maxPoolSize: 1 }).connect(), server, notes);
    await prober.items.insertOne({ _id: 1, n: 0 });
    prober.running = prober.run();
    return prober;
  }

  private async run(): Promise<void> {
    while (!this.isOver) {
      const started = performance.now();
      await this.wait('read', () => this.items.findOne({ _id: 1 }));
      await this.wait('write', () => this.items.updateOne({ _id: 1 }, { $inc: { n: 1 } }));
      const restMs = Math.max(0, everyMs - (performance.now() - started));
      await new Promise((resolve) => setTimeout(resolve, restMs));
    }
  }

  private async wait(what: Wait['what'], work: () => Promise<unknown>): Promise<void> {
    const before = schedule(this.server);
    const started = performance.now();
    await work();
    const ms = performance.now() - started;
    const after = schedule(this.server);
    this.waits.push({
      what,
      from: performance.timeOrigin + started,
      ms,
      workedMs: after.workedMs - before.workedMs,
      starvedMs: after.starvedMs - before.starvedMs,
    });
  }

  begin(): void {
    this.waits = [];
  }

  /** Measurements since the start, with the server's work during each wait that was too long. */
  report(): string {
    const { waits } = this;
    const sums = (['read', 'write'] as const).map((what) => {
      const times = waits.filter((wait) => wait.what === what).map(({ ms }) => ms);
      const [half, most, all] = [0.5, 0.99, 1].map((share) => partOf(times, share));
      return `${times.length} ${what}s waited ${half} ms at p50, ${most} at p99, ${all} at most`;
    });
    const long = waits.filter(({ ms }) => ms > waitMsMax);
    const own = long.filter(({ ms, starvedMs }) => ms - starvedMs > waitMsMax);
    const begin = waits[0]!.from;
    const lines = long.map((wait) => describeWait(wait, begin, this.blockings(wait.from, wait.from + wait.ms)));
    return (
      `${sums.join('; ')}; ${long.length} over ${waitMsMax} ms, ${own.length} of them also without what ` +
      `the server waited for a processor\n${lines.join('')}${summary(this.blockings(begin, Date.now()))}`
    );
  }

  /** Blocking calls that the server recorded between two times. */
  private blockings(from: number, to: number): Blocking[] {
    return readFileSync(this.notes, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Blocking)
      .filter((blocking) => blocking.from < to && blocking.from + blocking.ms > from);
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.running;
    await this.client.close();
  }
}

/** Number of long calls of each kind, and the longest duration. */
function summary(blockings: Blocking[]): string {
  const kinds = Object.entries(Object.groupBy(blockings, ({ thread, what }) => `${thread}: ${what}`));
  const lines = kinds.map(([kind, some = []]) => {
    const times = some.map(({ ms }) => ms);
    return `  ${kind}, ${times.length} times, ${partOf(times, 0.5)} ms at p50, ${partOf(times, 1)} at most\n`;
  });
  return lines.join('');
}

function describeWait(wait: Wait, begin: number, blockings: Blocking[]): string {
  const { what, from, ms, workedMs, starvedMs } = wait;
  const share = `the server's main thread worked ${workedMs.toFixed(0)} and waited ${starvedMs.toFixed(0)} for a processor`;
  const meanwhile = blockings.map(
    (other) => `    ${other.thread}: ${other.what}, ${other.ms.toFixed(0)} ms from ${(other.from - from).toFixed(0)}\n`,
  );
  return `  ${((from - begin) / 1000).toFixed(1)} s: a ${what} of ${ms.toFixed(0)} ms; ${share}\n${meanwhile.join('')}`;
}
