import { expect, test } from 'vitest';
import { isNoValue } from './no-value.ts';
import { type RenderContact, renderClock, renderScope } from './render-fields.ts';
import { findTemplateProblem, renderTemplate } from './render-template.ts';
import { mayVary } from './varying-value.ts';

const sender = { name: 'Max', address: 'max@acme.example' };
const now = new Date('2026-05-31T23:30:00Z');

function scope(contact: RenderContact, { timeZone = 'Europe/Berlin', language = null as string | null } = {}) {
  return { ...renderScope(contact, null, sender), [renderClock]: { now, timeZone, language } };
}
function render(template: string, contact: RenderContact, options?: { timeZone?: string; language?: string | null }) {
  const { text, problem } = renderTemplate(template, scope(contact, options));
  return text ?? problem;
}

test.each([
  '',
  '  ',
  '\u00A0\u200B',
  '\u3164',
  '-',
  '–',
  '?',
  '...',
  'n/a',
  'N.A.',
  '#REF!',
  'null',
  'NaN',
  'undefined',
])('treats %o as a missing value', (value) => {
  expect(isNoValue(value)).toBe(true);
  expect(render('Dear {{ lastName | default: "friend" }}', { lastName: value })).toBe('Dear friend');
  expect(render('Dear {{ lastName }}', { lastName: value })).toBe('no value for lastName');
});

test.each(['Null', 'Nan', 'Na', 'Ng', 'O', '李', '3M', 'Ümit'])('treats %o as a name', (value) => {
  expect(isNoValue(value)).toBe(false);
});

test('removes unseen characters around a value', () => {
  expect(render('Dear {{ firstName }}.', { firstName: ' \u200BGrace\u00A0 ' })).toBe('Dear Grace.');
});

test('requires a value only for the last fallback of a chain', () => {
  const chain = 'Dear {{ custom.alias | default: firstName | upcase | default: lastName }}';
  expect(render(chain, { customFields: { alias: 'Gracie' } })).toBe('Dear GRACIE');
  expect(render(chain, { firstName: 'Grace' })).toBe('Dear GRACE');
  expect(render(chain, { lastName: 'Hopper' })).toBe('Dear Hopper');
  expect(render(chain, {})).toBe('no value for lastName');
  expect(render('{% assign a = custom.x | default: "y" %}{{ a }}', {})).toBe('y');
});

test.each(['{{ firstName or "you" }}', '{{ firstName == lastName }}'])('rejects the operator in %s', (template) => {
  expect(findTemplateProblem(template)?.message).toContain('operator');
});

test.each(['Pacific/Kiritimati', 'Pacific/Honolulu'])('shows a date without a zone as written, in %s', (zone) => {
  const date = { customFields: { due: '2027-12-31', met: '2027-12-31T23:10' } };
  expect(render('{{ custom.due | date: "%Y-%m-%d" }}', date, { timeZone: zone })).toBe('2027-12-31');
  expect(render('{{ custom.met | date: "%Y-%m-%d %H:%M" }}', date, { timeZone: zone })).toBe('2027-12-31 23:10');
});

test('shows times in the reader’s zone, and months in the reader’s language', () => {
  const moment = { customFields: { at: '2026-12-31T23:30:00Z' } };
  expect(render('{{ custom.at | date: "%d.%m.%Y" }}', moment)).toBe('01.01.2027');
  expect(render('{{ custom.at | date: "%d %B" }}', moment, { language: 'fr' })).toBe('01 janvier');
  expect(render('{{ "now" | date: "%d.%m. %H:%M" }}', {})).toBe('01.06. 01:30');
});

test.each([
  ['Grace', true],
  ["O'Neill & Söhne GmbH", true],
  ['x'.repeat(81), false],
  ['two\nlines', false],
  ['see acme.example', false],
  ['http://acme.example', false],
  ['grace@acme.example', false],
  ['<b>Grace</b>', false],
  ['{{ custom.x }}', false],
  ['[First Name]', false],
])('decides whether a value such as %o can change without a new approval: %s', (value, expected) => {
  expect(mayVary(value)).toBe(expected);
});
