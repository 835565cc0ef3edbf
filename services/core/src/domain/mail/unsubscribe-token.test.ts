import { describe, expect, it } from 'vitest';
import { footerText, listUnsubscribeHeaders, unsubscribeUrl } from './list-unsubscribe.ts';
import { capOnDay } from './mailbox-ramp.ts';
import { domainsOf, suppressionDigest } from './suppression-digest.ts';
import { createUnsubscribeToken, readUnsubscribeToken } from './unsubscribe-token.ts';

const key = Buffer.alloc(32, 1);

describe('an unsubscribe token', () => {
  it('leads back to its message', () => {
    const token = createUnsubscribeToken(key, 'wsp_1', 'msg_1');
    expect(readUnsubscribeToken(key, token)).toEqual({ workspaceId: 'wsp_1', messageId: 'msg_1' });
  });

  it('is refused when it was changed or made with another key', () => {
    const token = createUnsubscribeToken(key, 'wsp_1', 'msg_1');
    const body = Buffer.from('wsp_1/msg_2').toString('base64url');
    expect(readUnsubscribeToken(key, `${body}.${token.split('.')[1]}`)).toBeNull();
    expect(readUnsubscribeToken(Buffer.alloc(32, 2), token)).toBeNull();
    expect(readUnsubscribeToken(key, 'nonsense')).toBeNull();
    expect(readUnsubscribeToken(key, '')).toBeNull();
  });
});

describe('what a message says about ending it', () => {
  it('has the headers of RFC 8058', () => {
    expect(listUnsubscribeHeaders(unsubscribeUrl('https://o.example', 'abc'))).toEqual({
      'List-Unsubscribe': '<https://o.example/u/abc>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  it('names the sender and the way out in its footer', () => {
    expect(footerText('Acme Ltd\n1 Road\nTown', 'https://o.example/u/a')).toBe(
      '\n\n-- \nAcme Ltd, 1 Road, Town\nIf you would rather not hear from me again: https://o.example/u/a',
    );
    expect(footerText('', null)).toBe('');
  });
});

describe('a ramp', () => {
  it('raises the cap day by day up to the daily cap', () => {
    const mailbox = { dailyCap: 50, ramp: { startPerDay: 10, increasePerDay: 5, startedOn: '2026-11-20' } };
    expect(capOnDay(mailbox, '2026-11-19')).toBe(10);
    expect(capOnDay(mailbox, '2026-11-20')).toBe(10);
    expect(capOnDay(mailbox, '2026-11-23')).toBe(25);
    expect(capOnDay(mailbox, '2027-01-01')).toBe(50);
    expect(capOnDay({ dailyCap: 50, ramp: null }, '2026-11-20')).toBe(50);
  });
});

describe('a suppression digest', () => {
  it('is the same for one address in any case, and different in each workspace', () => {
    expect(suppressionDigest(key, 'wsp_1', 'A@b.example')).toBe(suppressionDigest(key, 'wsp_1', 'a@b.example'));
    expect(suppressionDigest(key, 'wsp_1', 'a@b.example')).not.toBe(suppressionDigest(key, 'wsp_2', 'a@b.example'));
  });

  it('covers the domain and those above it', () => {
    expect(domainsOf('a@mail.b.example')).toEqual(['mail.b.example', 'b.example']);
  });
});
