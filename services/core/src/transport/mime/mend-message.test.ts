import { expect, test } from 'vitest';
import { readMail } from '../received/read-mail.ts';
import { decodeUtf7, unflow } from './transfer-encodings.ts';

async function textOf(...lines: string[]): Promise<string> {
  return (await readMail(Buffer.from(['From: ann@b.example', ...lines].join('\r\n'), 'latin1'))).bodyText;
}

test('keeps lines of flowed text separate if their quote depth differs', async () => {
  const flowed = 'Content-Type: text/plain; charset=utf-8; format=flowed';
  expect(await textOf(flowed, '', '> How are you? ', 'No more emails, ', 'please.')).toBe(
    '> How are you? \nNo more emails, please.',
  );
  expect(unflow('a \nb', true)).toBe('ab');
  expect(unflow('Ann\n-- \nReed', false)).toBe('Ann\n-- \nReed');
});

test.each([
  ['text/plain; charset=utf-7', 'Gr+APwA3w-e', 'Grüße'],
  ['text/plain; charset="iso-8859-1http-equiv"', 'Gr\xfc\xdfe', 'Grüße'],
  ['text/html', '<meta charset="windows-1252"><p>Gr\xfc\xdfe</p>', 'Grüße'],
])('reads the letters of %s', async (type, body, shown) => {
  expect(await textOf(`Content-Type: ${type}`, '', body)).toBe(shown);
});

test('leaves invalid UTF-7 unchanged', () => {
  expect(decodeUtf7('2 + 2 = 4, +A')).toBe('2 + 2 = 4, +A');
  expect(decodeUtf7('+2AA-')).toBe('\ufffd');
});

test.each([
  ['another boundary', ['--other', 'Content-Type: text/plain', '', 'Stop.', '--other--']],
  ['no boundary at all', ['Stop.']],
])('shows the text of a multipart with %s', async (_fault, body) => {
  expect(await textOf('Content-Type: multipart/mixed; boundary="b"', '', ...body)).toContain('Stop.');
});

test('reads the HTML next to a stub, and the text next to its own HTML', async () => {
  const parts = (text: string, html: string) => [
    'Content-Type: multipart/alternative; boundary=a',
    '',
    '--a',
    'Content-Type: text/plain',
    '',
    text,
    '--a',
    'Content-Type: text/html',
    '',
    html,
    '--a--',
  ];
  expect(await textOf(...parts('Votre logiciel ne lit pas HTML.', '<p>Retirez-moi svp</p>'))).toContain('svp');
  expect(await textOf(...parts('Yes, call me.', '<p>Yes, <b>call</b> me.</p>'))).toBe('Yes, call me.');
});

test("shows text in its background's color if there is no other text", async () => {
  const quote = '<blockquote>Hello Ann</blockquote>';
  expect(await textOf('Content-Type: text/html', '', `<p style="color:#fff">Stop it.</p>${quote}`)).toContain(
    'Stop it.',
  );
  expect(await textOf('Content-Type: text/html', '', '<p style="display:none">Stop it.</p>')).toBe('Stop it.');
});

test('never returns ill-formed Unicode', async () => {
  const raw = Buffer.from(
    `From: a@b.example\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${'a'.repeat(99_999)}😀`,
  );
  expect((await readMail(raw)).bodyText.isWellFormed()).toBe(true);
});
