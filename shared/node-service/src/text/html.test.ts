import { expect, test } from 'vitest';
import { html } from './html.ts';

test('escapes every value of a template, including attributes with either quote', () => {
  const raw = `<script>"&'`;
  expect(html`<a title='${raw}'>${raw}</a>`.markup).toBe(
    "<a title='&lt;script&gt;&quot;&amp;&#39;'>&lt;script&gt;&quot;&amp;&#39;</a>",
  );
});

test('keeps the markup of another template, alone and in lists', () => {
  const rows = ['a', '<'].map((cell) => html`<td>${cell}</td>`);
  expect(html`<tr>${rows}${html`<td>${1}</td>`}</tr>`.markup).toBe('<tr><td>a</td><td>&lt;</td><td>1</td></tr>');
});
