import { describe, expect, test } from 'vitest';
import { listUnsubscribeHeaders, unsubscribeUrl } from './list-unsubscribe.ts';
import { domainsOf, suppressionDigest } from './suppression-digest.ts';
import { createUnsubscribeToken, isGenuine, linkMac, readUnsubscribeToken } from './unsubscribe-token.ts';

const key = Buffer.alloc(32, 1);

describe('an unsubscribe token', () => {
  test('identifies its message', () => {
    const token = createUnsubscribeToken(key, 'wsp_1', 'msg_1');
    const read = readUnsubscribeToken(token)!;
    expect(read).toMatchObject({ workspaceId: 'wsp_1', messageId: 'msg_1' });
    expect(isGenuine(read, key)).toBe(true);
  });

  test('is rejected if it was changed or created with another key', () => {
    const token = createUnsubscribeToken(key, 'wsp_1', 'msg_1');
    const body = Buffer.from('wsp_1/msg_2').toString('base64url');
    expect(isGenuine(readUnsubscribeToken(`${body}.${token.split('.')[1]}`)!, key)).toBe(false);
    const otherKey = Buffer.alloc(32, 2);
    const read = readUnsubscribeToken(token)!;
    expect(isGenuine(read, otherKey)).toBe(false);
    expect(isGenuine(read, otherKey, linkMac(otherKey, 'wsp_1', 'msg_1'))).toBe(false);
    expect(isGenuine(read, otherKey, linkMac(key, 'wsp_1', 'msg_1'))).toBe(true);
    expect(readUnsubscribeToken('nonsense')).toBeNull();
    expect(readUnsubscribeToken('')).toBeNull();
  });
});

describe('unsubscribe headers', () => {
  test('has the headers of RFC 8058', () => {
    const mail = { mailboxAddress: 'me@o.example', messageId: 'msg_1' };
    expect(listUnsubscribeHeaders(unsubscribeUrl('https://o.example', 'abc'), mail)).toEqual({
      'List-Unsubscribe': '<https://o.example/u/abc>, <mailto:me@o.example?subject=Unsubscribe%20msg_1>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });
});

describe('a suppression digest', () => {
  test('ignores case and differs between workspaces', () => {
    expect(suppressionDigest(key, 'wsp_1', 'A@b.example')).toBe(suppressionDigest(key, 'wsp_1', 'a@b.example'));
    expect(suppressionDigest(key, 'wsp_1', 'a@b.example')).not.toBe(suppressionDigest(key, 'wsp_2', 'a@b.example'));
  });

  test('covers the domain and its parents', () => {
    expect(domainsOf('a@mail.b.example')).toEqual(['mail.b.example', 'b.example']);
  });
});
