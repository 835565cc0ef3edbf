import { expect, test } from 'vitest';
import { readMail } from './read-mail.ts';

function read(...headers: string[]) {
  return readMail(Buffer.from(`${headers.join('\r\n')}\r\n\r\nHello`));
}

test.each([
  '=?utf-8?b?QW5uIDxhbm5AYi5leGFtcGxlPg==?=',
  'Reed Ltd: ann@b.example;',
  'Ann <mailto:ann@b.example>',
  'Ann <ann@b.example.>',
  'Ann [mailto:ann@b.example]',
])('reads the author of "From: %s"', async (from) => {
  expect((await read(`From: ${from}`)).from.address).toBe('ann@b.example');
});

test('keeps punycode as sent, and reads Unicode as punycode', async () => {
  for (const domain of ['xn--mller-kva.example', 'müller.example'])
    expect((await read(`From: Ann <ann@${domain}>`)).from.address).toBe('ann@xn--mller-kva.example');
  expect((await read('From: ann@xn--mller-ab12x-x.example')).from.address).toBe('ann@xn--mller-ab12x-x.example');
});

test('reads Reply-To, further authors, and the topmost return path', async () => {
  const mail = await read(
    'Return-Path: <>',
    'Return-Path: <x@b.example>',
    'From: Desk <desk@c.example>, Ann <ann@b.example>',
    'X-Original-From: Bob <bob@b.example>',
    'Reply-To: Cy <cy@b.example>',
  );
  expect(mail.replyTo).toEqual({ address: 'cy@b.example', name: 'Cy' });
  expect(mail.authors).toEqual(['desk@c.example', 'ann@b.example', 'bob@b.example']);
  expect(mail.headers['return-path']).toBe('<>');
});
