const periodMs = 1_000;

type Listener = () => void;

interface Watched {
  listeners: Set<Listener>;
  mark: string | undefined;
  timer: NodeJS.Timeout;
}

/** Checks each watched workspace once per second, however many pages are open, and reports changes. */
export class WorkspacePulse {
  readonly #watched = new Map<string, Watched>();
  readonly #markOf: (workspaceId: string) => Promise<string>;

  constructor(markOf: (workspaceId: string) => Promise<string>) {
    this.#markOf = markOf;
  }

  /** Returns a function that stops listening. */
  listen(workspaceId: string, listener: Listener): () => void {
    const watched = this.#watched.get(workspaceId) ?? this.#start(workspaceId);
    watched.listeners.add(listener);
    return () => {
      watched.listeners.delete(listener);
      if (watched.listeners.size > 0) return;
      clearTimeout(watched.timer);
      this.#watched.delete(workspaceId);
    };
  }

  #start(workspaceId: string): Watched {
    const watched: Watched = { listeners: new Set(), mark: undefined, timer: setTimeout(() => {}, 0) };
    this.#watched.set(workspaceId, watched);
    void this.#look(workspaceId, watched);
    return watched;
  }

  async #look(workspaceId: string, watched: Watched): Promise<void> {
    // If the store fails, the next check tries again.
    const mark = await this.#markOf(workspaceId).catch(() => watched.mark);
    if (watched.mark !== undefined && mark !== watched.mark) for (const listener of watched.listeners) listener();
    watched.mark = mark;
    if (this.#watched.get(workspaceId) !== watched) return;
    watched.timer = setTimeout(() => void this.#look(workspaceId, watched), periodMs).unref();
  }
}
