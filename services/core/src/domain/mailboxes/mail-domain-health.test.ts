import { describe, expect, test } from 'vitest';
import { isBounceRateTooHigh, isComplaintRateTooHigh } from '../campaigns/bounce-protection.ts';
import { nextAttemptAt } from '../messages/message-retry.ts';
import { checkDkim, checkDmarc, checkMx, checkSpf } from './mail-domain-health.ts';

describe('the health of a mail domain', () => {
  test.each([
    ['ok', ['v=spf1 include:a.example -all']],
    ['ok', ['v=spf1 redirect=_spf.a.example']],
    ['weak', ['v=spf1 mx ?all']],
    ['broken', ['v=spf1 +all']],
    ['broken', ['v=spf1 -all', 'v=spf1 mx -all']],
    ['missing', ['google-site-verification=1']],
  ])('judges SPF as %s', (level, found) => expect(checkSpf(found).level).toBe(level));

  test.each([
    ['ok', ['v=DMARC1; p=reject']],
    ['weak', ['v=DMARC1; p=none; rua=mailto:a@a.example']],
    ['broken', ['v=DMARC1; rua=mailto:a@a.example']],
    ['missing', []],
  ])('judges DMARC as %s', (level, found) => expect(checkDmarc(found).level).toBe(level));

  test.each([
    ['ok', [{ exchange: 'mx.a.example', priority: 10 }]],
    ['missing', []],
    ['broken', [{ exchange: '', priority: 0 }]],
  ])('judges MX as %s', (level, found) => expect(checkMx(found).level).toBe(level));

  test('lists mail servers in the order in which they are tried', () => {
    const servers = [
      { exchange: 'b.example', priority: 20 },
      { exchange: 'a.example', priority: 5 },
    ];
    expect(checkMx(servers).record).toBe('5 a.example, 20 b.example');
  });

  test('finds a DKIM key under any selector, and recognizes a revoked one', () => {
    const none = { selector: 'a', records: [] };
    expect(checkDkim([none, { selector: 'b', records: ['k=rsa; p=abc'] }])).toMatchObject({
      level: 'ok',
      selector: 'b',
    });
    expect(checkDkim([{ selector: 'a', records: ['v=DKIM1; p='] }]).level).toBe('broken');
    expect(checkDkim([none]).level).toBe('missing');
  });
});

describe('sender protection', () => {
  test('stops at too many bounces, at a lower rate in larger campaigns', () => {
    expect(isBounceRateTooHigh({ sent: 1, bounced: 2 })).toBe(false);
    expect(isBounceRateTooHigh({ sent: 2, bounced: 3 })).toBe(true);
    expect(isBounceRateTooHigh({ sent: 10, bounced: 3 })).toBe(false);
    expect(isBounceRateTooHigh({ sent: 97, bounced: 3 })).toBe(false);
    expect(isBounceRateTooHigh({ sent: 90, bounced: 10 })).toBe(true);
  });

  test('stops at the second complaint, unless very many messages were sent', () => {
    expect(isComplaintRateTooHigh({ sent: 10, complaints: 1 })).toBe(false);
    expect(isComplaintRateTooHigh({ sent: 10, complaints: 2 })).toBe(true);
    expect(isComplaintRateTooHigh({ sent: 10_000, complaints: 2 })).toBe(false);
  });
});

describe('retries', () => {
  test('waits longer each time, for days, and then gives up', () => {
    const now = new Date(0);
    const waits = Array.from({ length: 20 }, (_, index) => nextAttemptAt(index + 1, now, now)!.getTime());
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(nextAttemptAt(40, now, new Date(4 * 86_400_000))).not.toBeNull();
    expect(nextAttemptAt(40, now, new Date(6 * 86_400_000))).toBeNull();
  });
});
