import { MongoError } from '../errors.ts';

const sliceMs = 3;

/** Gives other clients their turn during long work, and ends work that was given a time limit. */
export class Breather {
  private until = performance.now() + sliceMs;
  private readonly deadline: number;

  constructor(deadline = Number.POSITIVE_INFINITY) {
    this.deadline = deadline;
  }

  get isDue(): boolean {
    const now = performance.now();
    if (now > this.deadline) throw new MongoError(50, 'operation exceeded time limit');
    return now > this.until;
  }

  async pause(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.until = performance.now() + sliceMs;
  }
}
