const periodMs = 1_000;

type Listener = () => void;

interface Watched {
  listeners: Set<Listener>;
  mark: string | undefined;
  timer: NodeJS.Timeout;
}

/** Looks once a second at each workspace that somebody watches, however many pages are open, and says when it changed. */
export class WorkspacePulse {
  readonly #watched = new Map<string, Watched>();
  readonly #markOf: (workspaceId: string) => Promise<string>;

  constructor(markOf: (workspaceId: string) => Promise<string>) {
    this.#markOf = markOf;
  }

  /** Returns how to stop listening. */
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
    // A store that does not answer is looked at again.
    const mark = await this.#markOf(workspaceId).catch(() => watched.mark);
    if (watched.mark !== undefined && mark !== watched.mark) for (const listener of watched.listeners) listener();
    watched.mark = mark;
    if (this.#watched.get(workspaceId) !== watched) return;
    watched.timer = setTimeout(() => void this.#look(workspaceId, watched), periodMs).unref();
  }
}
