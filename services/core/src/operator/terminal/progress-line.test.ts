import { expect, test } from 'vitest';
import { ProgressLine } from './progress-line.ts';

function lineAt(isTTY: boolean) {
  const written: string[] = [];
  let now = 0;
  const line = new ProgressLine({ isTTY, write: (text) => written.push(text) }, () => now);
  const pass = (ms: number) => {
    now += ms;
  };
  return { written, line, pass };
}

test('shows step, share, and rate on a terminal, and clears the line at the end', () => {
  const { written, line, pass } = lineAt(true);
  line.show({ step: 'read', done: 0, total: 40_000, unit: 'documents' });
  pass(2_000);
  line.show({ step: 'read', done: 10_000, total: 40_000, unit: 'documents' });
  expect(written.at(-1)).toContain('Writing: 10,000 of 40,000 documents (25%), 5,000 documents a second');
  line.end();
  expect(written.at(-1)).toBe('\r\x1b[K');
});

test('updates at most four times a second, and immediately when a step begins', () => {
  const { written, line, pass } = lineAt(true);
  for (let done = 0; done < 100; done += 1) {
    line.show({ step: 'copy', done, total: 100, unit: 'MB' });
    pass(10);
  }
  expect(written).toHaveLength(4);
  line.show({ step: 'verify', done: 0, total: 3, unit: 'MB' });
  expect(written.at(-1)).toContain('Verifying: 0 of 3 MB');
});

test('writes nothing to a pipe', () => {
  const { written, line } = lineAt(false);
  line.show({ step: 'copy', done: 1, total: 2, unit: 'MB' });
  line.end();
  expect(written).toEqual([]);
});
