import { describe, expect, test } from 'vitest';
import { ToolError } from '../../errors/errors.ts';
import { createArgumentCheck } from '../argument-check.ts';

const id = { type: 'string', pattern: '^con_[0-9A-Z]{26}$' };
function nullable(schema: object) {
  return { anyOf: [schema, { type: 'null' }] };
}
const text = { type: 'string', maxLength: 100 };
const schema = {
  type: 'object',
  properties: {
    contactId: id,
    note: text,
    title: nullable(text),
    stage: { anyOf: [{ const: 'new' }, { const: 'customer' }] },
    size: { type: 'integer', minimum: 1, maximum: 50 },
    rate: nullable({ type: 'number' }),
    isUrgent: { type: 'boolean' },
    dueAt: { type: 'string', format: 'date-time' },
    fields: { type: 'array', items: { enum: ['email', 'title'] } },
    tags: { type: 'array', items: text },
    steps: {
      type: 'array',
      items: {
        type: 'object',
        properties: { subject: text, delayDays: { type: 'integer' } },
        additionalProperties: false,
      },
    },
    window: nullable({
      type: 'object',
      properties: { from: text, days: { type: 'array', items: { type: 'integer' } } },
    }),
    customFields: {
      type: 'object',
      patternProperties: { '^[a-z]+$': { anyOf: [text, { type: 'number' }, { type: 'boolean' }] } },
      additionalProperties: false,
    },
    either: { anyOf: [{ type: 'integer' }, { type: 'boolean' }] },
  },
  additionalProperties: false,
};
const check = createArgumentCheck(schema);

describe('arguments with one possible meaning', () => {
  test.each([
    ['null for an absent text', { note: null }, {}],
    ['null for an absent ID', { contactId: null, size: 3 }, { size: 3 }],
    ['null within an object', { steps: [{ subject: 'Hi', delayDays: null }] }, { steps: [{ subject: 'Hi' }] }],
    ['an empty enum', { stage: '' }, {}],
    ['an empty number', { size: '', rate: '' }, {}],
    ['an empty date', { dueAt: '' }, {}],
    ['an empty ID', { contactId: '' }, {}],
    ['an empty object', { window: '', customFields: '' }, {}],
    ['a number as text', { size: ' 10 ', rate: '-2.5' }, { size: 10, rate: -2.5 }],
    ['a boolean as text, in the spelling of Python too', { isUrgent: 'False' }, { isUrgent: false }],
    ['a list as JSON', { fields: '["email","title"]' }, { fields: ['email', 'title'] }],
    ['one value for a list of one', { fields: 'title', tags: 'a, b' }, { fields: ['title'], tags: ['a, b'] }],
    ['one object for a list of one', { steps: { subject: 'Hi' } }, { steps: [{ subject: 'Hi' }] }],
    ['an object as JSON', { window: '{"from":"09:00","days":["1","2"]}' }, { window: { from: '09:00', days: [1, 2] } }],
    [
      'a list of objects as JSON',
      { steps: '[{"subject":"Hi","delayDays":"3"}]' },
      { steps: [{ subject: 'Hi', delayDays: 3 }] },
    ],
    ['custom fields as JSON', { customFields: '{"tier":"10"}' }, { customFields: { tier: '10' } }],
    ['members of a union that only one branch takes', { either: 'true' }, { either: true }],
  ])('reads %s', (_name, given, read) => {
    expect(check(given)).toEqual(read);
  });

  test.each([
    ['free text that looks like something else', { note: '10', tags: ['["x"]', 'null', ''] }],
    ['an empty text', { note: '' }],
    ['null where it clears the field', { title: null, rate: null, window: null }],
    ['text that is JSON', { note: '{"a":1}', title: '[1]' }],
    ['custom values of any kind', { customFields: { tier: '7', count: 7, flag: 'true' } }],
  ])('never changes %s', (_name, given) => {
    const notes: string[] = [];
    expect(check(given, notes)).toBe(given);
    expect(notes).toEqual([]);
  });

  test('reports how each argument was read', () => {
    const notes: string[] = [];
    check({ note: null, size: '7', fields: 'email', window: '{"days":"[1]"}' }, notes);
    expect(notes).toEqual([
      'note: null, read as not given',
      'size: the text "7", read as 7',
      'fields: one value, read as a list of one',
      'window.days: JSON text, read as a list',
      'window: JSON text, read as an object',
    ]);
  });

  test('reads an object with free names from keys and values, unless a key comes twice', () => {
    const check = createArgumentCheck(schema);
    const pairs = [
      { key: 'tier', value: 'gold' },
      { key: 'size', value: 3 },
    ];
    expect(check({ customFields: pairs })).toEqual({ customFields: { tier: 'gold', size: 3 } });
    expect(check({ customFields: JSON.stringify(pairs) })).toEqual({ customFields: { tier: 'gold', size: 3 } });
    expect(() => check({ customFields: [...pairs, { key: 'tier', value: 'tin' }] })).toThrow(ToolError);
    expect(() => check({ customFields: [{ key: 'tier' }] })).toThrow(ToolError);
  });

  test('accepts anything for a tool without arguments', () => {
    const nothing = createArgumentCheck({ type: 'object', properties: {}, additionalProperties: false });
    expect(nothing({ random_string: 'x', input: {} })).toEqual({});
  });
});

test.each([
  ['an unknown name', { size: '3', limit: 10 }, /Unknown argument "limit"/],
  ['an unknown name with null', { limit: null }, /Unknown argument "limit"/],
  ['an unknown name inside JSON text', { window: '{"from":1}' }, /window\.from must be of type string/],
  ['a number in words', { size: 'ten' }, /size must be of type integer, not "ten"/],
  ['a number out of range', { size: '51' }, /size/],
  ['a number in another notation', { size: '0x10' }, /size/],
  ['half a number', { size: '3.5' }, /size/],
  ['text for a boolean', { isUrgent: 'yes' }, /isUrgent must be of type boolean/],
  ['JSON of another type', { window: '[1]' }, /window/],
  ['broken JSON', { steps: '[{"subject":' }, /steps/],
  ['null in a list', { tags: [null] }, /tags\.0 must be of type string/],
  ['a number where text is expected', { note: 7 }, /note must be of type string/],
  ['an unknown member of an enum', { stage: 'old' }, /stage/],
  ['half an emoji', { note: 'cut \ud83d' }, /note contains half of a character/],
  ['half an emoji inside JSON text', { steps: '[{"subject":"\\ud83d"}]' }, /steps\.0\.subject contains half/],
  ['half an emoji in a name', { customFields: { 'a\ud83d': 1 } }, /A name in customFields contains half/],
])('rejects %s', (_name, given, message) => {
  expect(() => check(given)).toThrow(ToolError);
  expect(() => check(given)).toThrow(message);
});

test('reads JSON up to the maximum depth, and no deeper', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  let list: object = { type: 'array', items: { type: 'integer' } };
  for (let level = 0; level < 40; level += 1) list = { type: 'array', items: list };
  const deep = createArgumentCheck({ type: 'object', properties: { list }, additionalProperties: false });
  expect(() => deep({ list: nested(200_000) })).toThrow(ToolError);
});

test('treats an empty search as absent in a read, and as missing text in a write', () => {
  const searching = {
    type: 'object',
    properties: { q: { type: 'string', minLength: 2 } },
    additionalProperties: false,
  };
  expect(createArgumentCheck(searching, { isRead: true })({ q: '' })).toEqual({});
  expect(() => createArgumentCheck(searching)({ q: '' })).toThrow(/q must NOT have fewer than 2 characters/);
});
