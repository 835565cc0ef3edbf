import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { KeyRing, SealingKey } from './key-ring.ts';

/** `v2.<key id>.<iv>.<tag>.<sealed>`. `v1` has no ID, from before keys had one. */
const version = 'v2';
const versionWithoutId = 'v1';
const ivBytes = 12;

function keyFrom(secretKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'outbound mail credentials v1', 32));
}

/** Encrypts a credential (AES-256-GCM). It opens only in the context it was sealed for, such as its workspace. */
export function seal({ current: { id, key } }: KeyRing, context: string, plain: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(key), iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return [version, id, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
}

/** Throws if the box was changed, or sealed in another context or with a key outside the ring. */
export function unseal(ring: KeyRing, context: string, box: string): string {
  const [mark, ...parts] = box.split('.');
  if (mark === versionWithoutId) return openWithAny(ring.all, context, parts);
  if (mark !== version) throw new Error('Not a sealed credential.');
  const [id, ...rest] = parts;
  const named = ring.all.filter((key) => key.id === id);
  // The operator can have renamed the key since.
  return openWithAny(named.length > 0 ? named : ring.all, context, rest);
}

/** True if it was sealed with the ring's current key. */
export function isSealedWithCurrent({ current }: KeyRing, box: string): boolean {
  return box.startsWith(`${version}.${current.id}.`);
}

function openWithAny(keys: readonly SealingKey[], context: string, parts: string[]): string {
  for (const key of keys.slice(0, -1)) {
    try {
      return open(key, context, parts);
    } catch {
      // Another key of the ring can still open it.
    }
  }
  return open(keys.at(-1)!, context, parts);
}

function open({ key }: SealingKey, context: string, [iv, tag, sealed]: string[]): string {
  if (!iv || !tag || sealed === undefined) throw new Error('Not a sealed credential.');
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(key), Buffer.from(iv, 'base64url'))
    .setAAD(Buffer.from(context))
    .setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(sealed, 'base64url')), decipher.final()]).toString('utf8');
}
