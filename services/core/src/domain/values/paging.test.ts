import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPager } from './paging.ts';

const pager = createPager(createSecretKey(randomBytes(32)));
const query = { sort: 'createdAt', stage: 'new' };
const position = { value: new Date('2026-11-22T08:00:00Z'), id: 'con_1' };

function cursorOf(from = pager): string {
  const request = from.request(query, 'id');
  return from.answer(query, request, { items: [], next: position }).nextCursor!;
}

test('a cursor restores the position with its type, whatever the limit', () => {
  expect(pager.request({ ...query, limit: 7, cursor: cursorOf() }, 'id')).toEqual({
    limit: 7,
    sort: 'createdAt',
    after: position,
  });
});

test.each<[string, (cursor: string) => string]>([
  ['without its signature', (cursor) => cursor.split('.')[0]!],
  ['with an empty signature', (cursor) => `${cursor.split('.')[0]}.`],
  ['with one bit of the signature changed', (cursor) => cursor.slice(0, -1) + (cursor.endsWith('A') ? 'B' : 'A')],
  [
    'that points elsewhere',
    (cursor) => {
      const [body = '', mark] = cursor.split('.');
      const payload = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), id: 'con_0' };
      return `${Buffer.from(JSON.stringify(payload)).toString('base64url')}.${mark}`;
    },
  ],
  ['of another installation', () => cursorOf(createPager(createSecretKey(randomBytes(32))))],
])('rejects a cursor %s', (_name, change) => {
  expect(() => pager.request({ ...query, cursor: change(cursorOf()) }, 'id')).toThrow('cursor is not one of ours');
});

test('rejects a cursor of another query', () => {
  expect(() => pager.request({ ...query, stage: 'won', cursor: cursorOf() }, 'id')).toThrow('belongs to another query');
});
