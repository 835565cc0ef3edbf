import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const version = 'v1';
const ivBytes = 12;

const keyFrom = (secretKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', 'outbound mail credentials v1', 32));

/** Encrypts a credential (AES-256-GCM). It opens only in the context that it was made for, e.g. its workspace. */
export const seal = (secretKey: Buffer, context: string, plain: string): string => {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secretKey), iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return [version, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
};

/** Throws when it was changed, or sealed with another key or in another context. */
export const unseal = (secretKey: Buffer, context: string, box: string): string => {
  const [mark, iv, tag, sealed] = box.split('.');
  if (mark !== version || !iv || !tag || sealed === undefined) throw new Error('Not a sealed credential.');
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secretKey), Buffer.from(iv, 'base64url'))
    .setAAD(Buffer.from(context))
    .setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(sealed, 'base64url')), decipher.final()]).toString('utf8');
};
