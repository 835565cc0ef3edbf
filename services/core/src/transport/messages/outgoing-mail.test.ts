import fc from 'fast-check';
import { simpleParser } from 'mailparser';
import { expect, test } from 'vitest';
import { listUnsubscribeHeaders } from '../../domain/suppressions/list-unsubscribe.ts';
import { lintMail } from '../../testing/mail-lint.ts';
import { composeMail } from './compose-mail.ts';

const url = `https://outbound.example/u/${'a'.repeat(120)}`;
const hard = [
  'Zoë "Zed" O’Neil, Ph.D.',
  '=?utf-8?q?not_encoded?=',
  'Müller & Söhne GmbH; Köln',
  'Łukasz (CEO) <ceo@acme.example>',
  '株式会社サンプルの営業部門の田中太郎さん'.repeat(3),
  'שלום עולם, מה שלומך היום?',
  'مرحبا بالعالم',
  '🚀 launch 👩‍👩‍👧‍👦 family 🇩🇪',
  'Hello\r\nBcc: victim@acme.example\r\n\r\ninjected',
  'a'.repeat(300),
  `${'word '.repeat(60)}end`,
  'trailing dots... \t ',
  'e\u0301 combining',
  '',
];
const words = fc.oneof(fc.constantFrom(...hard), fc.string({ unit: 'grapheme', maxLength: 120 }));
const body = fc.oneof(
  words,
  fc.array(words, { maxLength: 20 }).map((lines) => lines.join('\n')),
  fc.constantFrom('.\n..\nFrom here on\n.', 'x'.repeat(5_000), 'tab\t\nspace \n=3D=\n', '\n\n\n'),
);

interface Parts {
  name: string;
  subject: string;
  bodyText: string;
  isReply: boolean;
}

const parts: fc.Arbitrary<Parts> = fc.record({ name: words, subject: words, bodyText: body, isReply: fc.boolean() });

function compose({ name, subject, bodyText, isReply }: Parts): Promise<Buffer> {
  const id = (number: number) => `<msg_${'0'.repeat(20)}${number}@acme.example>`;
  return composeMail({
    from: { name, address: 'ada@acme.example' },
    replyTo: isReply ? 'replies@acme.example' : null,
    to: 'bea@people.test',
    subject,
    bodyText: `${bodyText}\n\n-- \nAcme Ltd\n${url}\n`,
    bodyHtml: null,
    messageIdHeader: id(1),
    inReplyTo: isReply ? id(2) : null,
    references: isReply ? Array.from({ length: 30 }, (_, number) => id(number)) : [],
    headers: listUnsubscribeHeaders(url, { mailboxAddress: 'ada+x@acme.example', messageId: 'msg_1' }),
    date: new Date('2027-03-01T09:05:00Z'),
  });
}

test('every message follows RFC 5322, 2045 to 2047, 2369, and 8058, whatever its content', {
  timeout: 120_000,
}, async () => {
  const property = fc.asyncProperty(parts, async (given) => {
    const raw = await compose(given);
    expect(lintMail(raw), raw.toString()).toEqual([]);
  });
  await fc.assert(property, { numRuns: 300 });
});

test('names, subjects, and texts arrive as written, and add no header', { timeout: 120_000 }, async () => {
  // Every reader decodes text that looks like an encoded word.
  for (const text of hard.filter((one) => !one.startsWith('=?'))) {
    const parsed = await simpleParser(await compose({ name: text, subject: text, bodyText: text, isReply: true }));
    expect(parsed.headers.has('bcc')).toBe(false);
    expect(parsed.from?.value[0]?.address).toBe('ada@acme.example');
    expect(parsed.text?.replaceAll('\r\n', '\n')).toContain(text.replaceAll('\r\n', '\n').trimEnd());
    expect(parsed.subject?.replace(/\s+/g, ' ').trim() ?? '').toBe(text.replace(/\s+/g, ' ').trim());
  }
});

test.each([
  ['a bare line feed', 'Subject: a\n', /CR or LF/],
  ['two subjects', 'Subject: a\r\nSubject: b\r\n', /subject stands twice/],
  ['eight bits in a header', 'Subject: ä\r\n', /not ASCII/],
  ['a split character', 'Subject: =?utf-8?q?=C3?=\r\n', /split between encoded words/],
  ['http alone', 'List-Unsubscribe: <http://a.example>\r\n', /no https/],
  ['an encoded word in quotes', 'From: "=?utf-8?q?a?=" <a@b.example>\r\n', /RFC 5322 3.4/],
  ['a long quoted-printable line', `Content-Transfer-Encoding: quoted-printable\r\n\r\n${'a'.repeat(80)}`, /76/],
])('the linter detects %s', (_name, text, fault) => {
  expect(lintMail(Buffer.from(`${text}\r\n`, 'latin1')).join('\n')).toMatch(fault);
});
