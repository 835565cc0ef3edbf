import { Worker } from 'node:worker_threads';

/** Runs one task at a time in the thread that moves the log. */
export class CheckpointThread {
  private readonly file: string;
  private readonly pageBytes: number;
  private worker: Worker | undefined;
  private onEnd: () => void = () => {};
  private isClosed = false;
  /** Reason why the last task failed, for example a full disk. The log then keeps all of its content. */
  lastProblem: string | undefined;

  constructor(file: string, pageBytes: number) {
    this.file = file;
    this.pageBytes = pageBytes;
  }

  async run(task: 'move' | 'truncate'): Promise<void> {
    if (this.isClosed) return;
    this.start();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.onEnd = resolve;
    this.worker!.postMessage(task);
    await promise;
  }

  /** Starts the thread early, so that no task has to wait for it. This takes a second on a busy machine. */
  start(): void {
    this.worker ??= this.newWorker();
  }

  private newWorker(): Worker {
    const workerData = { file: this.file, pageBytes: this.pageBytes };
    const worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { workerData });
    worker.unref();
    worker.on('message', (problem: string | undefined) => {
      this.lastProblem = problem;
      this.onEnd();
    });
    worker.on('error', (error: Error) => {
      this.lastProblem = error.message;
      this.worker = undefined;
      this.onEnd();
    });
    return worker;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.worker?.terminate();
    this.onEnd();
  }
}
