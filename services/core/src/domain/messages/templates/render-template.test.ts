import { Token } from 'liquidjs';
import { expect, test, vi } from 'vitest';
import { renderStep } from '../../campaigns/sequence-render.ts';
import { fromMinutes, type SequenceStep, toMinutes, variantFor } from '../../campaigns/sequence-step.ts';
import { checkText } from './render-checks.ts';
import { renderScope } from './render-fields.ts';
import { findTemplateProblem, renderTemplate } from './render-template.ts';

const scope = renderScope(
  {
    firstName: 'Ada',
    companyName: 'Analytical',
    location: { country: 'GB' },
    customFields: { pet: 'cat', empty: null },
  },
  { industry: 'Computing', employeeCount: 12 },
  { name: 'Charles', address: 'charles@engines.example' },
);
function step(over: Partial<SequenceStep> = {}): SequenceStep {
  return {
    id: 'stp_1',
    waitMinutes: 0,
    thread: 'new',
    subject: 'Hi {{ firstName }}',
    body: 'Body',
    variants: [],
    ...over,
  };
}

test.each([
  ['Hi {{ firstName }} of {{ companyName }}', 'Hi Ada of Analytical'],
  [
    '{{ contact.firstName }} {{ company.name }} {{ company.industry }} {{ company.employeeCount }}',
    'Ada Analytical Computing 12',
  ],
  ['{{ lastName | default: "friend" }}', 'friend'],
  ['{% if title %}{{ title }}{% else %}you{% endif %}', 'you'],
  ['{{ custom.pet | upcase }} from {{ senderName }}', 'CAT from Charles'],
  ['{% assign name = firstName %}{{ name }}', 'Ada'],
])('renders %s', (template, text) => {
  expect(findTemplateProblem(template)).toBeNull();
  expect(renderTemplate(template, scope)).toEqual({ text, problem: null });
});

test.each([
  ['Hi {{ lastName }}', 'no value for lastName'],
  ['Hi {{ custom.empty }}', 'no value for custom.empty'],
  ['Hi {{ custom.unknown }}', 'no value for custom.unknown'],
])('reports a missing value instead of leaving a gap in %s', (template, problem) => {
  expect(renderTemplate(template, scope)).toEqual({ text: null, problem });
});

test.each([
  '{{ nickname }}',
  '{{ contact }}',
  '{{ company.constructor }}',
  '{{ firstName.length.x }}',
  '{{ firstName',
  '{{ firstName | evil }}',
  '{% include "x" %}',
  '{% render "x" %}',
  '{% for i in (1..999999999) %}x{% endfor %}',
  '{{ "a,b" | split: "," | sample }}',
  '{% assign s = (1..300000) %}{{ s | where_exp: "x", "x >= 0" | where_exp: "x", "x >= 1" | size }}',
  '{{ firstName | strip_html }}',
  '{{ (1..1000) | sort | map: "x" | json }}',
])('rejects the template %s', (template) => {
  expect(findTemplateProblem(template)?.message).toBeTruthy();
});

test.each([
  ['doubling', `{% assign a = "xxxxxxxxxx" %}${'{% assign a = a | append: a %}'.repeat(40)}{{ a }}`, 'memory'],
  [
    'capturing',
    `{% assign a = "xxxx" %}${'{% capture a %}{{ a }}{{ a }}{{ a }}{% endcapture %}'.repeat(20)}{{ a }}`,
    '',
  ],
  ['a range', '{{ (1..100000000) | join }}', 'memory'],
  ['many ranges', '{% assign a = (1..90000) | join | split: " " | join | size %}'.repeat(200), 'memory'],
  ['a long text', `${'{% capture a %}xxxxxxxxxx{{ a }}{{ a }}{% endcapture %}'.repeat(13)}{{ a }}`, 'longer than'],
])('limits the resources that %s can use', (_what, bomb, problem) => {
  expect(renderTemplate(`{% assign a = "" %}${bomb}`, scope)).toMatchObject({
    text: null,
    problem: expect.stringContaining(problem),
  });
});

// Each of these would keep a process busy for seconds to minutes if reading had no cost.
const longText = `{% assign s = "a" %}${'{% assign s = s | append: s %}'.repeat(13)}`;
const longList = '{% assign a = (1..9000) %}{% assign b = (1..9000) %}';
const halves = '{% assign h = s | slice: 0, 2000 %}{% assign t = h | append: "b" | append: h %}';
const shortHalves = halves.replace('2000', '90');
test.each([
  [
    'a condition that searches',
    `${longText}${shortHalves}{% if ${'s contains t or '.repeat(100)}true %}{% endif %}`,
    'memory',
  ],
  ['a search for a long text', `${longText}${halves}{% if s contains t %}{% endif %}x`, 'contains takes at most 200'],
  ['a replacement of a long text', `${longText}${halves}{{ s | replace: t, "" }}`, 'replace takes at most 200'],
  ['a split at a long text', `${longText}${halves}{{ s | split: t | size }}`, 'split takes at most 200'],
  ['a condition over lists', `${longList}{% if ${'a == b and '.repeat(150)}true %}{% endif %}`, 'memory'],
  ['a choice by a list', `${longList}{% case a %}{% when ${'b,'.repeat(900)}b %}{% endcase %}`, 'case takes no list'],
  ['showing a list', `${longList}${'{{ a }}'.repeat(200)}`, 'a list is shown with join'],
  ['a list of filters', `${longList}{{ a${' | append: a'.repeat(140)} | size }}`, 'memory'],
  ['dates', '{{ "now" | date: "%Y" }}'.repeat(60), 'memory'],
  ['a format of a date', `{{ "now" | date: "${'%c'.repeat(200)}" }}`, 'date takes at most 100'],
])('charges for %s', (_what, bomb, problem) => {
  expect(renderTemplate(bomb, scope)).toEqual({ text: null, problem: expect.stringContaining(problem) });
});

test.each([
  ['{% if title contains "VP" or firstName contains "d" %}yes{% endif %}', 'yes'],
  ['{% assign parts = "a,b" | split: "," %}{% if parts contains "b" %}{{ parts | join: "+" }}{% endif %}', 'a+b'],
  ['{% case firstName %}{% when "Bob", "Ada" %}hit{% else %}miss{% endcase %}', 'hit'],
  ['{{ "2026-11-23" | date: "%d.%m.%Y" }} {{ firstName | replace: "A", "E" }}', '23.11.2026 Eda'],
  ['{% if firstName == "Ada" and company.employeeCount >= 12 %}both{% endif %}', 'both'],
])('still renders %s', (template, text) => {
  expect(renderTemplate(template, scope)).toEqual({ text, problem: null });
});

test.each([
  ['{{ firstName }}'.repeat(301), 'it has 301 placeholders and tags, of 300 at most'],
  ['{% if true %}'.repeat(1_500), 'it has 1500 placeholders'],
  [`{% if ${'title or '.repeat(300)}true %}x{% endif %}`, 'a tag has at most 2000 characters'],
  [`{{ "}}" | append: "${'x'.repeat(2_000)}" }}`, 'a tag has at most 2000 characters'],
])('rejects a template that takes long to parse', (template, problem) => {
  expect(findTemplateProblem(template)?.message).toContain(problem);
});

test('reads many placeholders in one pass over the template', () => {
  const count = vi.spyOn(Token.prototype, 'getPosition');
  expect(findTemplateProblem('{{ firstName }}'.repeat(300))).toBeNull();
  expect(count).not.toHaveBeenCalled();
  count.mockRestore();
});

test('keeps line breaks out of the subject, even if a name contains one', () => {
  const evil = renderScope({ firstName: 'Ada\r\nBcc: all@x.example' }, null, { name: '', address: 'a@b.example' });
  expect(renderStep(step(), 'con_1', evil, null).subject).toBe('Hi Ada Bcc: all@x.example');
});

test('replies in the thread with its subject and a single Re:', () => {
  const reply = step({ thread: 'reply', subject: '' });
  expect(renderStep(reply, 'con_1', scope, 'Hi Ada').subject).toBe('Re: Hi Ada');
  expect(renderStep(reply, 'con_1', scope, 'Re: Hi Ada').subject).toBe('Re: Hi Ada');
});

test('distributes variants evenly and always gives a contact the same one', () => {
  const three = step({
    variants: [
      { id: 'B', subject: null, body: 'b' },
      { id: 'C', subject: 'C', body: 'c' },
    ],
  });
  const counts: Record<string, number> = { A: 0, B: 0, C: 0 };
  for (let index = 0; index < 3_000; index += 1) {
    const { id } = variantFor(three, `con_${index}`, {});
    expect(variantFor(three, `con_${index}`, {}).id).toBe(id);
    counts[id]! += 1;
  }
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(900);
  expect(variantFor(three, 'con_0', {}).subject).not.toBe('');
});

test('splits waits into days, hours, and minutes and back', () => {
  expect(fromMinutes(toMinutes({ waitDays: 1, waitHours: 30, waitMinutes: 61 }))).toEqual({
    waitDays: 2,
    waitHours: 7,
    waitMinutes: 1,
  });
});

test.each([
  [{ subject: 'Hi', bodyText: 'Hello {{ firstName }}' }, 'placeholder', 'error'],
  [{ subject: 'Hi [First Name]', bodyText: 'Hello' }, 'placeholder', 'error'],
  [{ subject: ' ', bodyText: 'Hello' }, 'subject', 'error'],
  [{ subject: 'Hi', bodyText: ' ' }, 'length', 'error'],
  [{ subject: 'LOOK HERE', bodyText: 'Hello' }, 'subject', 'warning'],
  [{ subject: 'Hi', bodyText: 'word '.repeat(300) }, 'length', 'warning'],
  [{ subject: 'Hi', bodyText: 'See https://bit.ly/x' }, 'links', 'warning'],
  [{ subject: 'Hi', bodyText: 'Act now, risk-free' }, 'spam_words', 'warning'],
])('finds the problem in %j', (message, kind, severity) => {
  expect(checkText(message)).toMatchObject([{ kind, severity }]);
});

test('finds no problem in a plain message', () => {
  expect(checkText({ subject: 'A question', bodyText: 'Hello Ada, who counts? https://engines.example/x' })).toEqual(
    [],
  );
});
