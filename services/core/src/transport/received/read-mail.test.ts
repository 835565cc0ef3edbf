import { describe, expect, test } from 'vitest';
import { composeMail } from '../messages/compose-mail.ts';
import { textToHtml } from '../messages/message-body.ts';
import { readMail } from './read-mail.ts';

const parts = {
  from: { name: 'Ada Lovelace', address: 'ada@a.example' },
  replyTo: null,
  to: 'bob@b.example',
  subject: 'Grüße',
  bodyText: 'Hello Bob\n.\nsecond',
  bodyHtml: null,
  messageIdHeader: '<fixed@a.example>',
  inReplyTo: '<before@b.example>',
  references: ['<first@a.example>', '<before@b.example>'],
  headers: { 'List-Unsubscribe': '<https://o.example/u/abc>', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  date: new Date('2026-11-20T10:00:00Z'),
};

describe('a message that we compose', () => {
  test('reads back as intended', async () => {
    const mail = await readMail(await composeMail(parts));
    expect(mail).toMatchObject({
      messageIdHeader: '<fixed@a.example>',
      inReplyTo: '<before@b.example>',
      references: ['<first@a.example>', '<before@b.example>'],
      from: { address: 'ada@a.example', name: 'Ada Lovelace' },
      to: ['bob@b.example'],
      subject: 'Grüße',
      bodyText: 'Hello Bob\n.\nsecond',
    });
    expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  });

  test('has CRLF line ends throughout', async () => {
    const raw = (await composeMail({ ...parts, bodyHtml: textToHtml('Hello\nBob') })).toString();
    expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(raw).toContain('multipart/alternative');
  });

  test('cannot get further headers through its subject', async () => {
    const raw = await composeMail({ ...parts, subject: 'Hi\r\nBcc: eve@e.example' });
    expect((await readMail(raw)).headers.bcc).toBeUndefined();
  });
});

describe('a message that we receive', () => {
  test('loses text that people cannot see', async () => {
    const raw = Buffer.from('From: b@b.example\r\nSubject: a\u202eb\r\n\r\nhel\u200blo\u{e0041} \u0007there\r\n');
    const mail = await readMail(raw);
    expect(mail.subject).toBe('ab');
    expect(mail.bodyText).toBe('hello there');
  });

  test('becomes text if it is HTML, without scripts', async () => {
    const raw = 'From: b@b.example\r\nContent-Type: text/html\r\n\r\n<p>Hello <b>you</b></p><script>alert(1)</script>';
    expect((await readMail(Buffer.from(raw))).bodyText).toBe('Hello you');
  });

  test.each([
    ['text/rfc822-headers', 'Message-ID: <fixed@a.example>'],
    ['message/rfc822', 'Message-ID: <fixed@a.example>\r\nSubject: Hello\r\n\r\nOur own text'],
  ])('shows the report inside a bounce with the original as %s', async (type, original) => {
    const raw = [
      'From: MAILER-DAEMON@b.example',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=x',
      '',
      '--x',
      'Content-Type: text/plain',
      '',
      'It failed.',
      '--x',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; b.example',
      '',
      'Final-Recipient: rfc822; bob@b.example',
      'Action: failed',
      'Status: 5.1.1',
      '',
      '--x',
      `Content-Type: ${type}`,
      '',
      original,
      '--x--',
    ].join('\r\n');
    const { report, bodyText } = await readMail(Buffer.from(raw));
    expect(bodyText).toBe('It failed.');
    expect(report?.kind).toBe('delivery_status');
    expect(report?.text).toContain('Status: 5.1.1');
    expect(report?.original).toContain('<fixed@a.example>');
  });

  test('is read as far as possible if it is malformed', async () => {
    expect((await readMail(Buffer.from('garbage'))).from.address).toBe('nobody@sender.invalid');
    expect((await readMail(Buffer.alloc(0))).bodyText).toBe('');
    const cut = 'From: b@b.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/pl';
    expect((await readMail(Buffer.from(cut))).from?.address).toBe('b@b.example');
  });
});

test('keeps the body of an HTML message with an attachment', async () => {
  const raw = [
    'From: a@a.example',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Gern, siehe <b>Anlage</b>.</p><p style="display:none">hidden</p>',
    '--b',
    'Content-Type: application/pdf; name="offer.pdf"',
    'Content-Disposition: attachment; filename="offer.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    'JVBERi0xLjQK',
    '--b--',
  ].join('\r\n');
  const mail = await readMail(Buffer.from(raw));
  expect(mail.bodyText).toBe('Gern, siehe Anlage.');
  expect(mail.attachments).toMatchObject([{ fileName: 'offer.pdf', contentType: 'application/pdf', bytes: 9 }]);
});

test('reads the name of a file as one line', async () => {
  const name = "filename*=utf-8''a%0Ab.txt";
  const raw = `Content-Type: text/plain\r\nContent-Disposition: attachment; ${name}\r\n\r\nx`;
  expect((await readMail(Buffer.from(raw))).attachments).toMatchObject([{ fileName: 'a b.txt' }]);
});
