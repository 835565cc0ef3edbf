import { expect, test } from 'vitest';
import { mailboxOf, normalizeDomain, normalizeEmail, recipientPattern, shownAddress } from './email-address.ts';
import { withoutInvisible } from './invisible-characters.ts';

test.each([
  ['\u200bIda@Fjord.example', 'ida@fjord.example'],
  ['ida\u2060@fjord.example', 'ida@fjord.example'],
  ['i\u00adda@fjord.ex\u00adample', 'ida@fjord.example'],
  ['\u202aida@fjord.example\u202c\ufeff', 'ida@fjord.example'],
  ['“ida@fjord.example”', 'ida@fjord.example'],
  ['<ida@fjord.example>;', 'ida@fjord.example'],
  ['mailto:ida@fjord.example?subject=Hi', 'ida@fjord.example'],
  ['ｉｄａ＠ｆｊｏｒｄ．ｅｘａｍｐｌｅ', 'ida@fjord.example'],
  ['ida@www.fjord.example', 'ida@www.fjord.example'],
  ['ida@bücher.example', 'ida@xn--bcher-kva.example'],
  ["o'hara+news@fjord.example", "o'hara+news@fjord.example"],
])('stores %j as %s', (raw, stored) => {
  expect(normalizeEmail(raw)).toBe(stored);
});

test.each([
  'ida..berg@fjord.example',
  '.ida@fjord.example',
  'ida.@fjord.example',
  'ida@https://fjord.example',
  'ida@fjord.example/contact',
  'ida@fjord..example',
  'ida@fjord',
  'icon@3x.png',
  'ida@fj%6frd.example',
  'ida berg@fjord.example',
  '@fjord.example',
  '',
])('rejects %j as an email address', (raw) => {
  expect(normalizeEmail(raw)).toBeUndefined();
});

test('removes the "www." of a website from a domain, but not from an email address', () => {
  expect(normalizeDomain('https://www.Fjord.example/about')).toBe('fjord.example');
  expect(normalizeEmail('ida@www.fjord.example')).toBe('ida@www.fjord.example');
});

test('treats Gmail addresses that differ by dots, plus parts, or domain as one mailbox; others stay distinct', () => {
  for (const spelling of ['idaberg@gmail.com', 'i.da.berg@gmail.com', 'ida.berg+shop@googlemail.com'])
    expect(mailboxOf(spelling)).toBe('idaberg@gmail.com');
  for (const other of ['ida.berg@fjord.example', 'ida+shop@fjord.example', 'ida.berg@mail.gmail.com'])
    expect(mailboxOf(other)).toBe(other);
});

test('the pattern of a Gmail address matches all spellings of the mailbox and no other', () => {
  const pattern = recipientPattern({ value: 'ida.berg@googlemail.com', isDomain: false }) as RegExp;
  expect(pattern.test('idaberg@gmail.com')).toBe(true);
  expect(pattern.test('i.d.a.berg+x@googlemail.com')).toBe(true);
  expect(pattern.test('idabergs@gmail.com')).toBe(false);
  expect(pattern.test('idaberg@gmail.com.example')).toBe(false);
});

test('shows punycode as Unicode, except where a label mixes scripts', () => {
  expect(shownAddress('ida@xn--bcher-kva.example')).toBe('ida@bücher.example');
  expect(shownAddress('ida@xn--pple-43d.example')).toBe('ida@xn--pple-43d.example');
  expect(shownAddress('ida@fjord.example')).toBe('ida@fjord.example');
});

test('removes invisible characters from names, except those required by Persian, Han, and emoji', () => {
  expect(withoutInvisible('\u202eA\u200bnna\u00ad')).toBe('Anna');
  expect(withoutInvisible('Jo\u200dhn')).toBe('John');
  for (const whole of ['علی‌رضا', '葛󠄀城', '👩‍🚀', '❤️', 'क्‍ष']) expect(withoutInvisible(whole)).toBe(whole);
});
