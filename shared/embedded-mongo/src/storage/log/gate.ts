/** What others wait at while it is closed. */
export class Gate {
  /** Resolves when one may go on; undefined while one may. */
  opened: Promise<void> | undefined;
  private settle = () => {};

  close(): void {
    if (this.opened) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.opened = promise;
    this.settle = resolve;
  }

  open(): void {
    this.opened = undefined;
    this.settle();
  }

  async pass(): Promise<void> {
    while (this.opened) await this.opened;
  }
}
