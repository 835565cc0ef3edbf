import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

const keys = new WeakMap<Buffer, KeyObject>();

const keyFrom = (secretKey: Buffer): KeyObject => {
  const known = keys.get(secretKey);
  if (known) return known;
  const key = createSecretKey(createHmac('sha256', secretKey).update('outbound suppression v1').digest());
  keys.set(secretKey, key);
  return key;
};

/** What remains of an erased address: enough to recognise it when it comes again, not enough to read it. */
export const suppressionDigest = (secretKey: Buffer, workspaceId: string, value: string): string =>
  createHmac('sha256', keyFrom(secretKey)).update(`${workspaceId}\n${value.toLowerCase()}`).digest('hex');

/** The domains that a suppression may name for this address: its own and each parent with at least two labels. */
export const domainsOf = (address: string): string[] => {
  const labels = address.toLowerCase().split('@').at(-1)!.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
};
