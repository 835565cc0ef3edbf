interface Waiter {
  resolve(): void;
  reject(error: Error): void;
}

/** Callers that wait for the same event. */
export class Waiters {
  private waiting: Waiter[] = [];

  get count(): number {
    return this.waiting.length;
  }

  wait(): Promise<void> {
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  /** Takes all current waiters. Later ones wait for the next event. */
  take(): Waiters {
    const taken = new Waiters();
    taken.waiting = this.waiting;
    this.waiting = [];
    return taken;
  }

  join(others: Waiters): void {
    this.waiting.push(...others.take().waiting);
  }

  settle(error: Error | null): void {
    for (const waiter of this.take().waiting) error ? waiter.reject(error) : waiter.resolve();
  }
}
