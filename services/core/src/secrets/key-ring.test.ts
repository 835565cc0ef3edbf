import { expect, test } from 'vitest';
import { checkValueOf, idOf, parseKeyRing } from './key-ring.ts';

const [first, second] = [1, 2].map((fill) => Buffer.alloc(32, fill));
const [firstText, secondText] = [first, second].map((key) => key!.toString('base64'));

test('reads one unnamed key, or several named ones with the current one first', () => {
  expect(parseKeyRing(firstText!)).toEqual({
    current: { id: idOf(first!), key: first },
    all: [{ id: idOf(first!), key: first }],
  });
  const ring = parseKeyRing(`2026-11:${secondText}, old:${firstText}`);
  expect(ring.current).toEqual({ id: '2026-11', key: second });
  expect(ring.all.map(({ id }) => id)).toEqual(['2026-11', 'old']);
});

test.each(['', 'short', `a:${'x'.repeat(10)}`, `a b:${firstText}`, `a:${firstText},a:${secondText}`])(
  'rejects %j in one line that starts with the name of the setting',
  (text) => {
    expect(() => parseKeyRing(text)).toThrow(/^SECRET_KEY[^\n]+$/);
  },
);

test('the check value distinguishes keys and does not reveal the key', () => {
  expect(checkValueOf(first!)).not.toBe(checkValueOf(second!));
  expect(checkValueOf(first!)).not.toContain(first!.toString('hex'));
});
