import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { useStore } from '../../../test/use-store.ts';
import { Store } from '../store.ts';
import { LogSync } from './sync.ts';

const stored = useStore();
const copies: string[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const copy of copies.splice(0)) rmSync(copy, { recursive: true, force: true });
});

async function write(number: number): Promise<void> {
  stored.store.outcomes.remember({ session: Buffer.alloc(16, number), number }, { number });
  await stored.store.queue.durable();
}

/** Folder as a kill leaves it at this moment. */
function killedNow(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'embedded-mongo-killed-'));
  copies.push(copy);
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/** Folders as a kill leaves them just before each mark that describes an empty log. */
function killedBeforeMarks(folder: string): string[] {
  const killed: string[] = [];
  const { markEmpty } = LogSync.prototype;
  vi.spyOn(LogSync.prototype, 'markEmpty').mockImplementation(function (this: LogSync, file) {
    killed.push(killedNow(folder));
    markEmpty.call(this, file);
  });
  return killed;
}

function countOf(folder: string): number {
  const store = new Store(folder);
  const [count] = store.writer.get<[number]>('SELECT count(*) FROM retries')!;
  store.closeUnwritten();
  return count;
}

test('a store that is killed while it stops starts again with everything', async () => {
  const folder = dirname(stored.store.file);
  await write(1);
  await write(2);
  const killed = killedBeforeMarks(folder);
  await stored.store.close();
  vi.restoreAllMocks();
  expect(killed).toHaveLength(1);
  expect(killed.map(countOf)).toEqual([2]);
  stored.store = new Store(folder);
});

test('a store that is killed while it starts starts again with everything', async () => {
  const folder = dirname(stored.store.file);
  await write(1);
  const left = killedNow(folder);
  const killed = killedBeforeMarks(left);
  new Store(left).closeUnwritten();
  vi.restoreAllMocks();
  expect(killed).toHaveLength(2);
  expect(killed.map(countOf)).toEqual([1, 1]);
});
