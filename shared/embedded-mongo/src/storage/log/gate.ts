/** Makes callers wait while it is closed. */
export class Gate {
  /** Resolves when the gate opens. Undefined while it is open. */
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
