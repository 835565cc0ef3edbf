import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { afterPause, pauseAfter } from './after-pause.ts';
import { causeOfFailure } from './cause-of-failure.ts';
import { endPart } from './end-part.ts';
import { Heartbeat } from './heartbeat.ts';
import { stackOf } from './hung-stack.ts';
import { aliveMessage, stoppingMessage, workMessage } from './messages.ts';
import { OutputTail } from './output-tail.ts';
import type { Ending, Part, PartStatus } from './part.ts';
import { PartLog } from './part-log.ts';
import { identify, type ProcessIdentity } from './process-identity.ts';
import { spawnPart } from './spawn-part.ts';

/** A run that was ready for this long resets the failure count, so that the part restarts immediately. */
const steadyMs = 5_000;

export interface SuperviseOptions {
  /** Called when the state of the part changes. */
  onChange?(part: Supervised): void;
  /** Called when the part has work for another one. */
  onWork?(): void;
  /** Calls `start` after a delay; returns a function that cancels it. */
  schedule?(start: () => void, pauseMs: number): () => void;
  /** Silence after which it hangs. Defaults to 10 s. */
  silentMs?: number;
}

/** One process of the product, restarted when it ends, with a log file for its output. */
export class Supervised {
  readonly part: Part;
  readonly #log: PartLog;
  readonly #onChange: (part: Supervised) => void;
  readonly #onWork: () => void;
  readonly #schedule: NonNullable<SuperviseOptions['schedule']>;
  #child?: ChildProcess;
  #isStopping = false;
  /** Set when someone else asked it to stop. It gets no new requests until its next run. */
  #isLeaving = false;
  #failuresInRow = 0;
  #readyAt?: number;
  #cancelRestart = () => {};
  #tail = new OutputTail();
  #onLine?: (line: string) => void;
  #hung?: string;
  readonly #heartbeat: Heartbeat;
  /** Number of restarts after it ended unexpectedly or hung. */
  restarts = 0;
  /** Time of its latest output on either stream, or of its start. */
  heardAt = Date.now();
  /** Reported when it hangs, such as the last request forwarded to it. */
  lastWork?: () => string | undefined;
  status: PartStatus = { state: 'down', since: new Date().toISOString() };
  /** End of its latest run; undefined before the first end. */
  ending?: Ending;
  identity?: ProcessIdentity;

  constructor(part: Part, dataDir: string, options: SuperviseOptions = {}) {
    const { onChange = () => {}, onWork = () => {}, schedule = afterPause, silentMs } = options;
    this.part = part;
    this.#log = new PartLog(join(dataDir, 'logs', `${part.name}.log`));
    this.#onChange = onChange;
    this.#onWork = onWork;
    this.#schedule = schedule;
    this.#heartbeat = new Heartbeat({
      look: () => ({
        isRunning: this.isRunning,
        wasReady: this.#readyAt !== undefined,
        isAskedToStop: this.#isStopping || this.#isLeaving,
      }),
      onSilent: (ms) => void this.#replaceHung(ms),
      ...(silentMs !== undefined && { silentMs }),
    });
  }

  /** Starts the process; `onLine` gets each line of its standard output. */
  start(onLine?: (line: string) => void): void {
    this.#onLine = onLine;
    this.#tail = new OutputTail();
    this.#readyAt = undefined;
    this.#isLeaving = false;
    const child = spawnPart(this.part);
    this.#child = child;
    this.heardAt = Date.now();
    this.#heartbeat.beat();
    this.#heartbeat.start();
    this.identity = child.pid === undefined ? undefined : identify(child.pid);
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => this.#keep(chunk));
    child.stdout?.on('data', (chunk: Buffer) => {
      for (const line of chunk.toString().split('\n')) this.#onLine?.(line);
    });
    child.on('message', (message) => {
      if (message === stoppingMessage) this.#leave();
      if (message === workMessage) this.#onWork();
      if (message === aliveMessage) this.#heartbeat.beat();
    });
    child.on('error', (error) => this.#keep(Buffer.from(`${error.message}\n`)));
    child.on('close', (code, signal) => this.#ended({ code, signal }));
    this.#change({ state: 'starting' });
  }

  /** Notifies the process of possible work. A stopped one checks for work when it starts. */
  announceWork(): void {
    if (this.#child?.connected) this.#child.send(workMessage, () => {});
  }

  /** True if its health can be checked. A request would keep a stopping part from ending. */
  get isAskable(): boolean {
    return this.isRunning && !this.#isLeaving;
  }

  /** Its process is there and does nothing: requests would only wait in it. */
  get isUnheard(): boolean {
    return this.isRunning && this.#heartbeat.isUnheard;
  }

  get isRunning(): boolean {
    const child = this.#child;
    return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
  }

  /** Result of its own health check. Before it was ready for the first time, it is "starting", not "degraded". */
  setHealth(isReady: boolean, reason?: string): void {
    if (!this.isAskable) return;
    if (isReady) {
      this.#readyAt ??= Date.now();
      this.#change({ state: 'ready' });
    } else {
      this.#change({ state: this.#readyAt === undefined ? 'starting' : 'degraded', reason });
    }
  }

  /** Reason for its end, in one line. */
  get failure(): string {
    if (this.#hung !== undefined) return this.#hung;
    const { code, signal } = this.ending ?? {};
    const how = signal ? `ended by ${signal}` : `ended with code ${code}`;
    return causeOfFailure(this.#tail.text) ?? how;
  }

  /** Asks the process to stop, waits, and kills it after the time limit. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#heartbeat.stop();
    this.#cancelRestart();
    const child = this.#child;
    if (child !== undefined && this.isRunning) await endPart(child);
    await this.#log.close();
  }

  /** Asks for its stack, and kills it: no other signal ends a process that is stopped or loops. */
  async #replaceHung(silentMs: number): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    const work = this.lastWork?.();
    const silence = `did not respond for ${Math.round(silentMs / 1_000)} s${work === undefined ? '' : `; its last request was ${work}`}`;
    this.#hung = silence;
    this.#change({ state: 'degraded', reason: silence });
    const stack = await stackOf(child);
    if (this.#child !== child || !this.isRunning) return;
    if (stack.length > 0) this.#hung = `${silence}; it was in ${stack[0]}`;
    const msg = `${this.part.name} ${silence}`;
    this.#keep(Buffer.from(`${JSON.stringify({ level: 50, time: Date.now(), msg, stack })}\n`));
    child.kill('SIGKILL');
  }

  #keep(chunk: Buffer): void {
    this.heardAt = Date.now();
    this.#log.write(chunk);
    this.#tail.add(chunk);
  }

  #leave(): void {
    if (this.#isStopping) return;
    this.#isLeaving = true;
    this.#change({ state: 'down', reason: 'received a stop signal' });
  }

  #ended(ending: Ending): void {
    this.ending = ending;
    if (this.#isStopping) return;
    this.restarts += 1;
    const wasSteady = this.#readyAt !== undefined && Date.now() - this.#readyAt >= steadyMs;
    this.#failuresInRow = wasSteady ? 0 : this.#failuresInRow + 1;
    const pauseMs = pauseAfter(this.#failuresInRow);
    const when = pauseMs < 1_000 ? 'it starts again' : `it starts again in ${Math.round(pauseMs / 1_000)} s`;
    this.#change({ state: 'down', reason: `${this.failure}; ${when}` });
    this.#hung = undefined;
    this.#cancelRestart = this.#schedule(() => this.start(this.#onLine), pauseMs);
  }

  #change({ state, reason }: Omit<PartStatus, 'since'>): void {
    const before = this.status;
    if (before.state === state && before.reason === reason) return;
    const since = before.state === state ? before.since : new Date().toISOString();
    this.status = { state, ...(reason !== undefined && { reason }), since };
    this.#onChange(this);
  }
}
