import { expect, test } from 'vitest';
import { readUnsubscribeToken } from '../../suppressions/unsubscribe-token.ts';
import { addressesIn } from './named-addresses.ts';
import { ourMarksIn } from './our-marks.ts';
import { messageIdsIn } from './thread-ids.ts';

const id = 'msg_01ARZ3NDEKTSV4RRFFQ69G5FAV';

test('finds message IDs in any spelling that programs produce, and nothing shorter', () => {
  for (const text of [`Unsubscribe%20${id}`, id.toLowerCase(), `mailto:a@b.example?subject=${id.replace('_', '%5F')}`])
    expect(ourMarksIn(text).messageIds).toEqual([id]);
  expect(ourMarksIn('msg_01ARZ3 and msg_').messageIds).toEqual([]);
});

test('reads the token of a link regardless of characters appended by programs', () => {
  const body = Buffer.from(`wsp_1/${id}`).toString('base64url');
  const mac = 'a'.repeat(22);
  for (const tail of ['', '>', ')', ',', '=', '"'])
    expect(readUnsubscribeToken(`${body}.${mac}${tail}`)).toEqual({ workspaceId: 'wsp_1', messageId: id, mac });
  expect(ourMarksIn(`see https://o.example/u/${body}.${mac}).`).linkTokens).toEqual([`${body}.${mac}`]);
  expect(readUnsubscribeToken('nothing')).toBeNull();
});

test('reads thread IDs that are unbracketed, escaped, or listed in a row', () => {
  expect(messageIdsIn('one@a.example')).toEqual(['<one@a.example>']);
  expect(messageIdsIn('&lt;one@a.example&gt;')).toEqual(['<one@a.example>']);
  expect(messageIdsIn('<x@b.example>\n <one@a.example>')).toEqual(['<x@b.example>', '<one@a.example>']);
  expect(messageIdsIn('Your message of Monday')).toEqual([]);
});

test('finds addresses in a text and normalizes them', () => {
  expect(addressesIn('To <Ann@Bücher.example>, or (bob@b.example).')).toEqual([
    'ann@xn--bcher-kva.example',
    'bob@b.example',
  ]);
  expect(addressesIn('user@ and @home')).toEqual([]);
});
