import { expect, test } from 'vitest';
import { errorPage } from './error-page.ts';
import { formTargetOf, pageHeaders } from './page.ts';

test.each([
  ['https://client.example/callback?x=1', 'https://client.example'],
  ['http://127.0.0.1:33418/', 'http://127.0.0.1:33418'],
  ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor:'],
  ['no address', ''],
])('the form of a client that returns to %s may redirect to %j', (redirectUri, target) => {
  expect(formTargetOf(redirectUri)).toBe(target);
  expect(pageHeaders(target)['Content-Security-Policy']).toMatch(
    target === '' ? /form-action 'self'$/ : new RegExp(`form-action 'self' ${target}$`),
  );
});

test.each([
  ['client is invalid', '<p>Client is invalid.</p>'],
  ['Is it over?', '<p>Is it over?</p>'],
  ['a <b> is no markup.', '<p>A &lt;b&gt; is no markup.</p>'],
])('shows an error as a sentence: %s', (reason, shown) => {
  expect(errorPage('Title', reason, 'Try again.')).toContain(shown);
});
