import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

/** Any code point but half a pair. fast-check's own `binary` unit takes seconds to create. */
const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ffff })
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point));

describe('cutting a text', () => {
  test('keeps a text that fits', () => {
    expect(cutText('short', 5, '…')).toBe('short');
  });

  test('marks a text that was cut, beyond its length', () => {
    expect(cutText('longer than that', 6, '…')).toBe('longer…');
  });

  test.each([
    ['an emoji', '👍'],
    ['a family joined by zero-width joiners', '👩‍👩‍👧‍👦'],
    ['a flag of two regional indicators', '🇩🇪'],
    ['a skin tone', '👋🏽'],
    ['a decomposed letter', 'e\u0301'],
    ['a Hangul syllable of three letters', '\u1112\u1161\u11ab'],
    ['a keycap', '7\ufe0f\u20e3'],
    ['a line end of two characters', '\r\n'],
    ['a rare Han character', '𠮷'],
  ])('ends before %s that does not fit', (_name, character) => {
    for (let fits = 1; fits < character.length; fits += 1) {
      expect(cutText(`ab${character}cd`, 2 + fits)).toBe('ab');
    }
    expect(cutText(`ab${character}cd`, 2 + character.length)).toBe(`ab${character}`);
  });

  test('splits a cluster of endless marks between its characters', () => {
    const cut = cutText(`a${'\u0301'.repeat(5_000)}`, 1_000);
    expect(cut).toHaveLength(1_000);
    expect(cutText(`a${'\u{e0101}'.repeat(5_000)}`, 1_000)).toHaveLength(999);
  });

  test('takes no length as nothing', () => {
    expect(cutText('anything', 0)).toBe('');
    expect(cutText('👍', 1)).toBe('');
  });

  test('replaces half a pair that was in the text', () => {
    expect(cutText('x\ud83d', 10)).toBe('x\ufffd');
    expect(cutText('x\ud83dyz', 3)).toBe('x\ufffdy');
  });

  test('always returns a well-formed beginning of the text, within 64 units of the limit', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), fc.nat(220), (text, lengthMax) => {
        const cut = cutText(text, lengthMax);
        expect(cut.isWellFormed()).toBe(true);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(lengthMax);
        expect(cut.length).toBeGreaterThan(Math.min(text.length, lengthMax) - 65);
      }),
    );
  });
});
