import { expect, test } from 'vitest';
import { parseKeyRing } from '../../../secrets/key-ring.ts';
import type { ChainedFacts } from './audit-chain.ts';
import { judgeMark, MarkOrder, markingKeysOf, markOf } from './audit-mark.ts';

function keysOf(...bytes: number[]) {
  return markingKeysOf(parseKeyRing(bytes.map((byte) => Buffer.alloc(32, byte).toString('base64')).join(',')));
}

const entry: ChainedFacts = {
  _id: 'aud_1',
  workspaceId: 'wsp_1',
  actor: { kind: 'api_key', id: 'key_1', name: 'A key' },
  via: 'rest',
  action: 'create_tag',
  effect: 'write',
  inputDigest: '0',
  requestId: 'req_1',
  result: 'ok',
  credits: 0,
  subjectIds: ['tag_1'],
  createdAt: new Date('2036-05-01T08:00:00Z'),
};

test('a mark is valid for its own entry only, and stays valid after key rotation', () => {
  const mark = markOf(keysOf(1), entry);
  expect(judgeMark(keysOf(1), entry, mark)).toBe('genuine');
  expect(judgeMark(keysOf(2, 1), entry, mark)).toBe('genuine');
  expect(judgeMark(keysOf(1), { ...entry, subjectIds: ['tag_1', 'con_1'], joinedIds: ['con_1'] }, mark)).toBe(
    'genuine',
  );
  expect(judgeMark(keysOf(1), { ...entry, credits: 1 }, mark)).toBe('forged');
  expect(judgeMark(keysOf(1), { ...entry, workspaceId: 'wsp_2' }, mark)).toBe('forged');
  expect(judgeMark(keysOf(1), entry, { ...mark, value: 'short' })).toBe('forged');
  expect(judgeMark(keysOf(2), entry, mark)).toBe('key_gone');
  expect(judgeMark(keysOf(1), entry, undefined)).toBe('none');
});

test('marks with the first key of the ring', () => {
  expect(markOf(keysOf(2, 1), entry)).toEqual(markOf(keysOf(2), entry));
});

test('expects entries without a mark, or with a lost key, before verifiable ones', () => {
  const dayMs = 24 * 3_600_000;
  const order = new MarkOrder();
  expect(order.isRight('none', 0)).toBe(true);
  expect(order.isRight('key_gone', dayMs)).toBe(true);
  expect(order.isRight('none', 2 * dayMs)).toBe(true);
  expect(order.isRight('none', 2 * dayMs + 1)).toBe(false);
  expect(order.isRight('genuine', 3 * dayMs)).toBe(true);
  expect(order.isRight('key_gone', 4 * dayMs)).toBe(true);
  expect(order.isRight('key_gone', 4 * dayMs + 1)).toBe(false);
  expect(order.isRight('genuine', 9 * dayMs)).toBe(true);
  expect(new MarkOrder().isRight('forged', 0)).toBe(false);
});
