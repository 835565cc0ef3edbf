import { changeViews } from '../actions/events/changes/change-views.ts';
import { publishChanges } from '../store/events/changes/publish-changes.ts';
import type { TestCore } from './start-test-core.ts';

type View = Record<string, unknown> & { id?: string };

/** A copy of a workspace that follows its change feed, as a user would write it. */
export class FeedMirror {
  readonly records = new Map<string, View>();
  readonly core: TestCore;
  readonly key: string;
  #cursor = '';

  constructor(core: TestCore, key: string) {
    this.core = core;
    this.key = key;
  }

  async #data(method: string, path: string) {
    const { status, body } = await this.core.request(method, path, {
      key: this.key,
      ...(method === 'POST' && { body: {} }),
    });
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** All records on these pages, by ID. */
  async copy(pages: readonly string[]): Promise<Map<string, View>> {
    const records = new Map<string, View>();
    for (const page of pages.map((each) => each.replace('/api/public/v1', ''))) {
      let next: string | null = '';
      while (next !== null) {
        const { data, page: paged } = await this.#data('GET', next ? `${page}&cursor=${next}` : page);
        for (const view of [data].flat()) records.set(view.id ?? 'settings', view);
        next = paged?.nextCursor ?? null;
      }
    }
    return records;
  }

  async snapshot(): Promise<string[]> {
    const { cursor, pages } = (await this.#data('POST', '/changes/snapshot')).data;
    this.#cursor = cursor;
    for (const [id, view] of await this.copy(pages)) this.records.set(id, view);
    return pages;
  }

  /** Applies one page of changes, unless the delivery fails on its way. Returns the number of applied changes. */
  async follow(isLost = false): Promise<number> {
    const { data, page } = await this.#data('GET', `/changes?limit=100&after=${this.#cursor}`);
    if (isLost) return 0;
    for (const { type, recordId, after } of data) {
      const id = type === 'settings' ? 'settings' : recordId;
      if (after === null) this.records.delete(id);
      else this.records.set(id, after);
    }
    this.#cursor = page.nextCursor;
    return data.length;
  }
}

/** Publishes all changes. */
export async function publishAll(now = new Date()): Promise<void> {
  while (await publishChanges(changeViews, now));
}
