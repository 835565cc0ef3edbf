import { expect, test } from 'vitest';
import { newestText } from '../../domain/replies/text/newest-text.ts';
import { visibleText } from './visible-text.ts';

test.each([
  '<p style="display:none">HIDDEN</p>',
  '<p style="font-size:0">HIDDEN</p>',
  '<p hidden>HIDDEN</p>',
  '<p style="opacity: 0">HIDDEN</p>',
  '<p style="position:absolute; clip: rect(0 0 0 0)">HIDDEN</p>',
  '<p style="clip:rect(1px, 1px, 1px, 1px)">HIDDEN</p>',
  '<p style="clip-path: inset(100%)">HIDDEN</p>',
  '<p style="transform: rotate(2deg) scale(0)">HIDDEN</p>',
  '<div style="max-height:0;overflow:hidden">HIDDEN</div>',
  '<span style="color:#fff">HIDDEN</span>',
  '<span style="visibility:hidden"><b>HIDDEN</b></span>',
  '<style>.x{display:none}</style><p class="a x">HIDDEN</p>',
  '<div style="background:#000"><font color="#000">HIDDEN</font></div>',
  '<p style="filter: opacity(0)">HIDDEN</p>',
  '<p style="filter: blur(2px) opacity(2%)">HIDDEN</p>',
  '<p style="color: rgba(0, 0, 0, 0.01)">HIDDEN</p>',
  '<p style="color: #00000003">HIDDEN</p>',
  '<p style="color:#fefefe">HIDDEN</p>',
  '<p style="color: hsl(0, 0%, 99%)">HIDDEN</p>',
  '<details><p>HIDDEN</p></details>',
  '<div style="opacity: .3"><p style="opacity: .3">HIDDEN</p></div>',
  '<style>div.x > p { display: none }</style><div class="x"><p>HIDDEN</p></div>',
  '<style>p#y { color: #fff }</style><p id="y">HIDDEN</p>',
  '<style>.z { display: none !important }</style><p class="z" style="display: block">HIDDEN</p>',
  '<img alt="HIDDEN" src="x"><!-- HIDDEN --><script>HIDDEN</script><title>HIDDEN</title>',
])('does not show %s', (html) => {
  expect(visibleText(`<p>Seen</p>${html}`)).toBe('Seen');
});

test('shows visible text: links with their target, lists, light text on a dark background', () => {
  const html =
    '<p>Hello&nbsp;Ada,<br>see <a href="https://a.example/x">here</a>:</p><ul><li>one</li><li>two</li></ul><td style="background:#000;color:#fff">Dark</td>';
  expect(visibleText(html)).toBe('Hello Ada,\nsee here <https://a.example/x>:\n\n- one\n\n- two\n\nDark');
});

test.each([
  '<p style="opacity: 0.6">SHOWN</p>',
  '<p style="color: #999">SHOWN</p>',
  '<details open><p>SHOWN</p></details>',
  '<details><summary>SHOWN</summary><p>more</p></details>',
  '<style>@media print { p { display: none } }</style><p>SHOWN</p>',
  '<style>p { display: none } p.a { display: block }</style><p class="a">SHOWN</p>',
  '<style>p { color: red; } } broken {</style><p>SHOWN</p>',
  '<p style="margin-left: -20px; width: 0.5em">SHOWN</p>',
  '<p style="color: white; background: navy">SHOWN</p>',
])('shows %s', (html) => {
  expect(visibleText(html)).toBe('SHOWN');
});

test('marks quoted text, so that the newest text is found', () => {
  const html =
    '<div>Yes, please.</div><div class="gmail_quote"><div>On Mon Ada wrote:</div><blockquote>Unsubscribe here</blockquote></div>';
  expect(newestText(visibleText(html))).toBe('Yes, please.');
});

test('accepts endlessly nested elements', () => {
  expect(visibleText(`<p>seen</p>${'<div>'.repeat(20_000)}`)).toBe('seen');
});

test('accepts more elements next to each other than a call can have arguments', () => {
  expect(visibleText(`<div>${'a<br>'.repeat(99_000)}seen</div>`)).toMatch(/seen$/);
});
