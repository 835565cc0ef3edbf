import { expect, test } from 'vitest';
import type { BodyFormat } from '../../domain/messages/body-format.ts';
import { renderTemplate } from '../../domain/messages/templates/render-template.ts';
import { asPlainText, htmlOf } from './message-body.ts';

function bothOf(bodyText: string, bodyFormat: BodyFormat) {
  return { html: htmlOf({ bodyText, bodyFormat }), text: asPlainText({ bodyText, bodyFormat }).bodyText };
}

test('plain text stays unchanged and has no HTML part', () => {
  expect(bothOf('1 < 2 & **so on**', 'text')).toEqual({ html: null, text: '1 < 2 & **so on**' });
});

test('Markdown becomes HTML, and text with link URLs', () => {
  const { html, text } = bothOf('Hello **Ada**,\nsee [our page](https://acme.example/a).\n\n- one\n- two', 'markdown');
  expect(html).toContain('<strong>Ada</strong>,<br />see <a href="https://acme.example/a">our page</a>.');
  expect(html).toContain('<li>one</li>');
  expect(text).toBe('Hello Ada,\nsee our page <https://acme.example/a>.\n\n- one\n\n- two');
});

test.each([
  ['<script>alert(1)</script>', /script|alert/],
  ['<style>p{display:none}</style>', /style|display/],
  ['<img src="x" onerror="alert(1)">', /onerror|alert/],
  ['<a href="javascript:alert(1)">a</a>', /javascript/],
  ['<a href="//evil.example">a</a>', /evil/],
  ['<img src="http://evil.example/p.gif">', /evil/],
  ['<img src="data:image/png;base64,AAAA">', /data:/],
  ['<p style="position:fixed;display:none;color:red">a</p>', /position|display/],
  ['<form action="https://evil.example"><input></form>', /form|input/],
  [
    '<iframe src="https://evil.example"></iframe><object data="x"></object><svg onload="a()"></svg>',
    /iframe|object|svg/,
  ],
  ['<base href="https://evil.example"><meta http-equiv="refresh"><link rel="stylesheet" href="x">', /base|meta|link/],
  ['[a](javascript:alert(1))', /href=.?javascript/],
])('removes content that runs, loads, or hides: %s', (source, forbidden) => {
  expect(htmlOf({ bodyText: `<p>kept</p>\n\n${source}`, bodyFormat: 'html' })).toContain('<p>kept</p>');
  for (const bodyFormat of ['html', 'markdown'] as const) {
    if (source.startsWith('[') && bodyFormat === 'html') continue;
    expect(htmlOf({ bodyText: `<p>kept</p>\n\n${source}`, bodyFormat })).not.toMatch(forbidden);
  }
});

test('a name is never treated as markup', () => {
  const scope = { firstName: '<b>Eve</b> [x](https://evil.example) *y* `z`' };
  for (const bodyFormat of ['html', 'markdown'] as const) {
    const { text: bodyText } = renderTemplate('Hello {{ firstName }}', scope, bodyFormat);
    const { html, text } = bothOf(bodyText!, bodyFormat);
    expect(html).not.toMatch(/<(b|em|code)>|href="https:\/\/evil.example\)?"[^>]*>x/);
    expect(text).toContain(scope.firstName.slice(0, 15));
  }
  expect(renderTemplate('Hello {{ firstName }}', scope).text).toBe(`Hello ${scope.firstName}`);
});
