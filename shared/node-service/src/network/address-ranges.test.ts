import { expect, test } from 'vitest';
import { isPrivateAddress, isRefusedAddress } from './address-ranges.ts';

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
