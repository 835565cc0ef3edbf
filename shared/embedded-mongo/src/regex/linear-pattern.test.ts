import { describe, expect, test } from 'vitest';
import { beginTurn } from '../allowance.ts';
import { LinearPattern } from './linear-pattern.ts';
import { toRegExp } from './regex.ts';

function pattern(source: string, options = ''): LinearPattern {
  beginTurn(Number.POSITIVE_INFINITY);
  return new LinearPattern(toRegExp(source, options));
}

describe('a pattern', () => {
  test.each([
    ['^(a+)+$', 'a'.repeat(5_000)],
    ['^(a|a)*$', 'a'.repeat(5_000)],
    ['^(a?){40}a{40}$', 'a'.repeat(39)],
    ['(x+x+)+y', 'x'.repeat(5_000)],
    ['a*a*a*a*a*b', 'a'.repeat(5_000)],
    ['(.*)(.*)(.*)[^a]b', 'a'.repeat(5_000)],
    ['([a-z]+)*!$', `${'a'.repeat(5_000)} `],
  ])('%s ends, whatever the text', (source, text) => {
    expect(pattern(source).test(`${text}?`)).toBe(false);
  });

  test.each<[string, string, string, boolean]>([
    ['^(foo|bar)+$', '', 'foobarfoo', true],
    ['^(FOO|bar)+$', 'i', 'fooBAR', true],
    ['(^b$)+', 'm', 'a\nb', true],
    ['(a.b)+', 's', 'a\nb', true],
    ['(a.b)+', '', 'a\nb', false],
    ['([\\w.]+)+@example', '', 'ada.l@example', true],
    ['([a-z\\]]+)+=', '', 'a]b=', true],
    ['(\\u00e9+)+', '', 'café', true],
    ['(日本)+', '', '日本日本', true],
    ['a{2}(b+)+', '', 'aab', true],
    ['^(?!.*spam).*ham', '', 'green ham', true],
    ['(a)\\1', '', 'aa', true],
  ])('%s with "%s" on %j: %s', (source, options, text, expected) => {
    expect(pattern(source, options).test(text)).toBe(expected);
  });

  test('is rejected if neither engine can bound its time', () => {
    expect(() => pattern('^(a+)+\\1$').test('a'.repeat(30))).toThrow(/not supported/);
    expect(() => pattern('^(?!.*spam).*ham').test('a'.repeat(1_000))).toThrow(/not supported/);
  });

  test('reports the match and its groups, in both engines', () => {
    for (const [source, text] of [
      ['(b)(c)?', 'abb'],
      ['((b))+?(c)?', 'abb'],
    ] as const) {
      const groups = pattern(source).exec(text, 0)?.groups;
      expect(pattern(source).exec(text, 0)).toMatchObject({ index: 1, text: 'b' });
      expect(groups?.at(-1)).toBeNull();
      expect(pattern(source).exec(text, 2)).toMatchObject({ index: 2, text: 'b' });
      expect(pattern(source).exec(text, 3)).toBeUndefined();
    }
  });
});
