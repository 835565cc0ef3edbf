import { expect, test } from 'vitest';
import { takeTurns } from './workspace-turns.ts';

function setUp() {
  const step = takeTurns({ runningMax: 2, waitingMax: 3 });
  const under = new Map<string, (() => void)[]>();
  const call = (id: string): Promise<unknown> => {
    const ctx = { state: { principal: { workspace: { id } } } } as Parameters<typeof step>[0];
    const work = () =>
      new Promise<void>((resolve, reject) => {
        const all = under.get(id) ?? [];
        under.set(id, [...all, () => (all.length === 0 ? reject(new Error('broken')) : resolve())]);
      });
    return Promise.resolve(step(ctx, work)).then(
      () => 'done',
      (error: { code?: string; message: string }) => error.code ?? error.message,
    );
  };
  return {
    call,
    running: (id: string) => under.get(id)?.length ?? 0,
    end: (id: string, i: number) => under.get(id)![i]!(),
  };
}

test('runs two requests of a workspace, queues three, rejects the sixth, and does not delay others', async () => {
  const { call, running, end } = setUp();
  const calls = Array.from({ length: 6 }, () => call('busy'));
  expect(await calls[5]).toBe('rate_limited');
  expect(running('busy')).toBe(2);
  const other = call('quiet');
  expect(running('quiet')).toBe(1);
  // A failing request passes its turn on as well.
  end('busy', 0);
  expect(await calls[0]).toBe('broken');
  for (let i = 1; i < 5; i += 1) {
    await expect.poll(() => running('busy')).toBeGreaterThan(i);
    end('busy', i);
  }
  expect(await Promise.all(calls)).toEqual(['broken', 'done', 'done', 'done', 'done', 'rate_limited']);
  end('quiet', 0);
  expect(await other).toBe('broken');
  const again = [call('busy'), call('busy')];
  expect(running('busy')).toBe(7);
  end('busy', 5);
  end('busy', 6);
  expect(await Promise.all(again)).toEqual(['done', 'done']);
});
