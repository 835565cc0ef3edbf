/** The end of a batch, with the work that waits for it. */
export class Boundary {
  private attempts: (() => void)[] = [];

  /** Runs the work now, or at the end of the batch that is open. */
  run<T>(work: () => T, isBatchOpen: boolean): Promise<T> {
    return new Promise((resolve) => {
      const attempt = () => resolve((async () => work())());
      if (isBatchOpen) this.attempts.push(attempt);
      else attempt();
    });
  }

  reach(): void {
    const { attempts } = this;
    this.attempts = [];
    for (const attempt of attempts) attempt();
  }
}
