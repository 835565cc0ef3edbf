import { describe, expect, test } from 'vitest';
import { checkMailHost } from '../transport/mail-host-guard.ts';
import { parseKeyRing } from './key-ring.ts';
import { isSealedWithCurrent, seal, unseal } from './secret-box.ts';

const key = parseKeyRing(Buffer.alloc(32, 7).toString('base64'));
const otherKey = parseKeyRing(`b:${Buffer.alloc(32, 8).toString('base64')}`);
const bothKeys = { current: otherKey.current, all: [...otherKey.all, ...key.all] };

describe('a sealed credential', () => {
  test('opens only with its key and in its context', () => {
    const box = seal(key, 'wsp_1', 'pässword');
    expect(box).not.toContain('pässword');
    expect(unseal(key, 'wsp_1', box)).toBe('pässword');
    expect(() => unseal(key, 'wsp_2', box)).toThrow();
    expect(() => unseal(otherKey, 'wsp_1', box)).toThrow();
    // Another character, whatever it was.
    const changed = `${box.slice(0, -4)}${box.at(-4) === 'A' ? 'B' : 'A'}${box.slice(-3)}`;
    expect(() => unseal(key, 'wsp_1', changed)).toThrow();
    expect(() => unseal(key, 'wsp_1', 'plain')).toThrow('Not a sealed credential.');
  });

  test('opens with any key of the ring, even a renamed one, and shows the key that sealed it', () => {
    const box = seal(key, 'wsp_1', 'a');
    expect(unseal(bothKeys, 'wsp_1', box)).toBe('a');
    expect([isSealedWithCurrent(key, box), isSealedWithCurrent(bothKeys, box)]).toEqual([true, false]);
    const renamed = { id: 'renamed', key: key.current.key };
    expect(unseal({ current: renamed, all: [otherKey.current, renamed] }, 'wsp_1', box)).toBe('a');
  });

  test('differs each time', () => {
    expect(seal(key, 'wsp_1', 'a')).not.toBe(seal(key, 'wsp_1', 'a'));
  });
});

describe('the mail host guard', () => {
  test('returns the address that it checked', async () => {
    const resolve = async () => ['93.184.215.14'];
    expect(await checkMailHost('mail.b.example', 587, { isPrivateHostAllowed: false, resolve })).toBe('93.184.215.14');
  });

  test('rejects a name if any of its addresses is private', async () => {
    const resolve = async () => ['93.184.215.14', '127.0.0.1'];
    const check = checkMailHost('mail.b.example', 587, { isPrivateHostAllowed: false, resolve });
    await expect(check).rejects.toMatchObject({ code: 'validation_failed', options: { field: 'host' } });
  });

  test('rejects non-mail ports and names that do not exist', async () => {
    const rules = { isPrivateHostAllowed: false, resolve: async () => [] as string[] };
    await expect(checkMailHost('8.8.8.8', 6379, rules)).rejects.toMatchObject({ options: { field: 'port' } });
    await expect(checkMailHost('none.example', 25, rules)).rejects.toMatchObject({ options: { field: 'host' } });
  });

  test('allows private hosts if the operator enabled them', async () => {
    expect(await checkMailHost('127.0.0.1', 3025, { isPrivateHostAllowed: true })).toBe('127.0.0.1');
  });
});
