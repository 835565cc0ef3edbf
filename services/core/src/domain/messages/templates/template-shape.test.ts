import { expect, test } from 'vitest';
import { type RenderContact, renderScope } from './render-fields.ts';
import { shapeOf } from './template-shape.ts';

function shape(template: string, contact: RenderContact) {
  return shapeOf(template, renderScope(contact, null, { name: 'Max', address: 'max@acme.example' }));
}
const [ada, tom] = [{ firstName: 'Ada' }, { firstName: 'Tom' }];

test('people share a text that differs in short plain values, with its placeholders as written', () => {
  const template = 'Dear {{ firstName | default: "there" }} of {{companyName}},';
  const first = shape(template, { ...ada, companyName: 'Navy' });
  expect(first).toEqual({ text: template, fixed: [], branch: [], mayVary: ['firstName', 'companyName'] });
  expect(shape(template, { companyName: 'Engines' }).text).toBe(first.text);
});

test('names the branches taken, and shows only their text', () => {
  const template = '{% if firstName == "Tom" %}EVIL{% elsif title %}chief{% else %}harmless{% endif %}';
  expect(shape(template, tom)).toMatchObject({ text: 'EVIL', branch: ['firstName == "Tom"'] });
  expect(shape(template, { title: 'CTO' })).toMatchObject({ text: 'chief', branch: ['title'] });
  expect(shape(template, ada)).toMatchObject({ text: 'harmless', branch: ['else of firstName == "Tom", title'] });
  const cases = '{% case language %}{% when "de" %}Hallo{% else %}Hello{% endcase %}';
  expect(shape(cases, { language: 'de' })).toMatchObject({ text: 'Hallo', branch: ['language == "de"'] });
});

test.each([
  ['a link', 'At {{ companyName }}', { companyName: 'evil.example' }],
  ['more than a line', 'At {{ companyName }}', { companyName: 'x'.repeat(81) }],
  ['a part of a link', 'See https://acme.example/{{ city }}', { location: { city: 'Rome' } }],
  [
    'a link together with its neighbor',
    'At {{ city }}.{{ region }}',
    { location: { city: 'evil', region: 'example' } },
  ],
  ['changed in its meaning', 'Hi {{ firstName | replace: "Tom", "EVIL" }}', tom],
])('a value stays fixed if it is %s', (_what, template, contact) => {
  const { text, fixed, mayVary } = shape(template, contact);
  expect(text).toBe(template);
  expect(fixed.length).toBeGreaterThan(0);
  expect(mayVary).toEqual([]);
});

test('text that a template assigns or captures is part of the shared text', () => {
  const assigned =
    '{% if firstName == "Tom" %}{% assign x = "EVIL" %}{% else %}{% assign x = "ok" %}{% endif %}{{ x }}';
  expect([shape(assigned, tom).text, shape(assigned, ada).text]).toEqual(['EVIL', 'ok']);
  const captured = '{% capture x %}{{ firstName }}{% endcapture %}{% if x == "Tom" %}EVIL{% endif %}{{ x }}';
  expect([shape(captured, tom).text, shape(captured, ada).text]).toEqual(['EVILTom', 'Ada']);
  expect(shape('{% assign firstName = "EVIL" %}{{ firstName }}', ada).text).toBe('EVIL');
});

test('a variable that stands for a field is shown as the field', () => {
  const template = '{% assign name = firstName | default: "there" %}Hi {{ name }}';
  expect(shape(template, ada)).toMatchObject({ text: 'Hi {{ firstName | default: "there" }}', mayVary: ['firstName'] });
});

test.each([
  '{% assign y = firstName %}{% if y == "Tom" %}EVIL{% endif %} hi {{ y }} of {{ firstName }}',
  '{% capture y %}{{ firstName }}{% endcapture %}{% if y == "Tom" %}EVIL{% endif %} hi {{ firstName }}',
  '{% assign name = "firstName" %}{% if contact[name] == "Tom" %}EVIL{% endif %} hi',
  '{% assign y = "x" | append: firstName %}{% if y == "xTom" %}EVIL{% endif %} hi',
])('people who share other values do not share a branch: %s', (template) => {
  expect([shape(template, ada).text, shape(template, tom).text].map((text) => text.includes('EVIL'))).toEqual([
    false,
    true,
  ]);
});

test('values and templates cannot imitate a placeholder', () => {
  expect(shape('Hi {{ firstName }}', { firstName: 'A\uE0010\uE000' }).text).toBe('Hi {{ firstName }}');
  expect(shape('\uE0000 EVIL\uE001', ada).text).toBe('0 EVIL');
});
