import { describe, expect, it } from 'vitest';
import { checkMailHost, isPrivateAddress } from './mail-host-guard.ts';
import { seal, unseal } from './secret-box.ts';

const key = Buffer.alloc(32, 7);

describe('a sealed credential', () => {
  it('opens with its key in its context only', () => {
    const box = seal(key, 'wsp_1', 'pässword');
    expect(box).not.toContain('pässword');
    expect(unseal(key, 'wsp_1', box)).toBe('pässword');
    expect(() => unseal(key, 'wsp_2', box)).toThrow();
    expect(() => unseal(Buffer.alloc(32), 'wsp_1', box)).toThrow();
    expect(() => unseal(key, 'wsp_1', `${box.slice(0, -2)}AA`)).toThrow();
    expect(() => unseal(key, 'wsp_1', 'plain')).toThrow('Not a sealed credential.');
  });

  it('is different each time', () => {
    expect(seal(key, 'wsp_1', 'a')).not.toBe(seal(key, 'wsp_1', 'a'));
  });
});

describe('the guard of mail hosts', () => {
  it.each([
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
  ])('counts %s as private', (address) => expect(isPrivateAddress(address)).toBe(true));

  it.each(['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'])('counts %s as public', (address) =>
    expect(isPrivateAddress(address)).toBe(false),
  );

  it('answers the address that it checked', async () => {
    const resolve = async () => ['93.184.215.14'];
    expect(await checkMailHost('mail.b.example', 587, { isPrivateHostAllowed: false, resolve })).toBe('93.184.215.14');
  });

  it('refuses a name with one private address among its addresses', async () => {
    const resolve = async () => ['93.184.215.14', '127.0.0.1'];
    const check = checkMailHost('mail.b.example', 587, { isPrivateHostAllowed: false, resolve });
    await expect(check).rejects.toMatchObject({ code: 'validation_failed', options: { field: 'host' } });
  });

  it('refuses ports that are not for mail, and names that do not exist', async () => {
    const rules = { isPrivateHostAllowed: false, resolve: async () => [] as string[] };
    await expect(checkMailHost('8.8.8.8', 6379, rules)).rejects.toMatchObject({ options: { field: 'port' } });
    await expect(checkMailHost('none.example', 25, rules)).rejects.toMatchObject({ options: { field: 'host' } });
  });

  it('lets private hosts through where the operator allows it', async () => {
    expect(await checkMailHost('127.0.0.1', 3025, { isPrivateHostAllowed: true })).toBe('127.0.0.1');
  });
});
