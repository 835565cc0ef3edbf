import { expect, test } from 'vitest';
import { gatewayMarks } from './gateway-mark.ts';

const key = { authorization: 'Bearer key', address: '192.0.2.1' };

test('reuses a mark for five seconds, per credential and client address', () => {
  let now = 1_000;
  const markOf = gatewayMarks('secret', () => now);
  const first = markOf(key);
  expect(markOf(key)).toBe(first);
  expect(markOf({ ...key, authorization: 'Bearer other' })).not.toBe(first);
  expect(markOf({ ...key, address: '192.0.2.2' })).not.toBe(first);
  now += 5_000;
  expect(markOf(key)).not.toBe(first);
});

test('never reuses the mark of a confirmation for another call', () => {
  const markOf = gatewayMarks('secret', () => 1_000);
  const said = (mark: string) => JSON.parse(Buffer.from(mark.split('.')[0]!, 'base64url').toString());
  expect(said(markOf({ ...key, previewId: 'cnf_1' }))).toEqual({
    at: 1_000,
    previewId: 'cnf_1',
    address: '192.0.2.1',
  });
  expect(said(markOf(key))).toEqual({ at: 1_000, address: '192.0.2.1' });
  expect(said(markOf({ ...key, previewId: 'cnf_2' }))).toMatchObject({ previewId: 'cnf_2' });
});
