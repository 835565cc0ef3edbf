import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toJson } from './to-json.ts';

test.each([
  ['half an emoji at the end', 'cut \ud83d', 'cut \ufffd'],
  ['a second half alone', '\ude00 rest', '\ufffd rest'],
  ['halves in the wrong order', '\ude00\ud83d', '\ufffd\ufffd'],
  ['a whole emoji', '😀', '😀'],
  ['an escape that someone typed', 'type \\ud83d here', 'type \\ud83d here'],
  ['half an emoji after a backslash', '\\\ud83d', '\\\ufffd'],
])('writes %s so that strict parsers can read it', (_name, text, read) => {
  expect(JSON.parse(toJson({ [text]: [text] }))).toEqual({ [read]: [read] });
});

/** Any code point but half a pair. fast-check's own `binary` unit takes seconds to create. */
const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ffff })
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point));

test('changes nothing but halves', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), (text) => {
      const halves = [...text, '\udc00', '\ud800', '\\'];
      const mixed = halves.reverse().join('');
      expect(JSON.parse(toJson(mixed))).toBe(mixed.toWellFormed());
    }),
  );
});
