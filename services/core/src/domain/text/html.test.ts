import { expect, test } from 'vitest';
import { html } from './html.ts';

test('every value of a template is escaped, in attributes of either quote too', () => {
  const raw = `<script>"&'`;
  expect(html`<a title='${raw}'>${raw}</a>`.markup).toBe(
    "<a title='&lt;script&gt;&quot;&amp;&#39;'>&lt;script&gt;&quot;&amp;&#39;</a>",
  );
});

test('markup of another template stays as it is, alone and in lists', () => {
  const rows = ['a', '<'].map((cell) => html`<td>${cell}</td>`);
  expect(html`<tr>${rows}${html`<td>${1}</td>`}</tr>`.markup).toBe('<tr><td>a</td><td>&lt;</td><td>1</td></tr>');
});
