import { describe, expect, test } from 'vitest';
import { checkMailHost, isPrivateAddress, isRefusedAddress } from '../transport/mail-host-guard.ts';
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
    expect(() => unseal(key, 'wsp_1', `${box.slice(0, -2)}AA`)).toThrow();
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
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '::1',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '0.0.0.0',
    '64:ff9b::7f00:1',
    '2001:0:7f00:1::1',
    'fec0::1',
    '::ffff:0:127.0.0.1',
    '::ffff:7f00:1',
    '192.88.99.1',
    '3ffe::1',
    '3fff::1',
    '5f00::1',
    'ff02::1',
  ])('counts %s as private', (address) => expect(isPrivateAddress(address)).toBe(true));

  test.each(['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'])('counts %s as public', (address) =>
    expect(isPrivateAddress(address)).toBe(false),
  );

  test.each([
    '169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '::ffff:0:a9fe:a9fe',
    '::a9fe:a9fe',
    '64:ff9b:1::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    '64:ff9b::168.63.129.16',
    'fe80::1',
    'fd00:ec2::254',
    'fd20:ce::254',
  ])('rejects %s, where clouds serve credentials, even if private hosts are allowed', (address) => {
    expect(isRefusedAddress(address, true)).toBe(true);
    expect(isRefusedAddress('10.1.2.3', true)).toBe(false);
  });

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
