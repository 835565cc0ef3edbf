import { readFileSync } from 'node:fs';
import { type Collection, MongoClient } from 'mongodb';
import type { Contact } from './contacts.ts';

const everyMs = 5;

/**
 * Milliseconds that the main thread of the process worked, and milliseconds that it was ready but waited for a
 * processor.
 */
export function schedule(process: number): { workedMs: number; starvedMs: number } {
  const [worked, starved] = readFileSync(`/proc/${process}/task/${process}/schedstat`, 'utf8').split(' ');
  return { workedMs: Number(worked) / 1e6, starvedMs: Number(starved) / 1e6 };
}

function partOf(values: readonly number[], share: number): string {
  const sorted = values.toSorted((left, right) => left - right);
  return (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0);
}

/**
 * Measures how long one client waits for its turn, the log, and the disk while it repeatedly writes one small document.
 * Processor time taken by other programs is excluded, if it delays the main thread. This includes time that the
 * server's other threads take from the main thread, although that delays real clients too.
 */
export class Stalls {
  readonly items: Collection<Contact>;
  private readonly client: MongoClient;
  private readonly logBytes: () => number;
  private readonly processes: readonly number[];
  /** Wall-clock waits, and waits without the time taken by other programs. */
  private passed: number[] = [];
  private waits: number[] = [];
  /** Work of the server's main thread during each wait. Other programs cannot make this value larger. */
  private works: number[] = [];
  private largestLog = 0;
  private isOver = false;
  private running: Promise<void> = Promise.resolve();

  private constructor(client: MongoClient, server: number, logBytes: () => number) {
    this.processes = [process.pid, server];
    this.client = client;
    this.items = client.db('bench').collection('contacts');
    this.logBytes = logBytes;
  }

  static async watch(uri: string, server: number, logBytes: () => number): Promise<Stalls> {
    const stalls = new Stalls(await new MongoClient(uri).connect(), server, logBytes);
    stalls.running = stalls.run();
    return stalls;
  }

  begin(): void {
    this.passed = [];
    this.waits = [];
    this.works = [];
    this.largestLog = 0;
  }

  private async run(): Promise<void> {
    const probe = this.client.db('bench').collection<{ _id: number; n: number }>('probe');
    while (!this.isOver) {
      const before = this.processes.map(schedule);
      const started = performance.now();
      await probe.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { upsert: true });
      const passedMs = performance.now() - started;
      const after = this.processes.map(schedule);
      const starved = after.map(({ starvedMs }, at) => starvedMs - before[at]!.starvedMs);
      this.passed.push(passedMs);
      this.waits.push(Math.max(0, passedMs - Math.max(...starved)));
      this.works.push(after[1]!.workedMs - before[1]!.workedMs);
      this.largestLog = Math.max(this.largestLog, this.logBytes());
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }

  get logMegabytes(): number {
    return this.largestLog / 1024 / 1024;
  }

  /** Formats the result with the target for the longest wait, or for all but the longest hundredth. */
  text(maxMs: number, share = 1): string {
    const isReached = Number(partOf(this.waits, share)) < maxMs;
    const [half, most, all] = [0.5, 0.99, 1].map((each) => partOf(this.waits, each));
    const worked = `${partOf(this.works, 0.99)} ms at p99 and ${partOf(this.works, 1)} at most`;
    return (
      `another client's write waited ${half} ms at p50, ${most} at p99, ${all} at most of ` +
      `${this.waits.length} (aim: ${share < 1 ? 'p99 ' : ''}under ${maxMs}, ` +
      `${isReached ? 'reached' : 'missed'}); by the clock ${partOf(this.passed, 0.99)} and ` +
      `${partOf(this.passed, 1)}; the server worked ${worked} meanwhile`
    );
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.running;
    await this.client.close();
  }
}
