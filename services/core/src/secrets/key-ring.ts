import { createHmac, hash } from 'node:crypto';

const keyBytes = 32;
const idPattern = /^[\w-]{1,32}$/;

export interface SealingKey {
  id: string;
  key: Buffer;
}

/** Keys that seal secrets. The first one seals, and all of them open. */
export interface KeyRing {
  readonly current: SealingKey;
  readonly all: readonly SealingKey[];
}

/**
 * Parses `id:key,id:key`, with each key as 32 bytes in base64 and the current one first. A single key can omit the ID.
 * Throws an Error with a one-line reason.
 */
export function parseKeyRing(text: string): KeyRing {
  const all = text.split(',').map((item) => readKey(item.trim()));
  if (new Set(all.map(({ id }) => id)).size < all.length) throw new Error('SECRET_KEY names one id twice.');
  return { current: all[0]!, all };
}

function readKey(item: string): SealingKey {
  const [first = '', second] = item.split(':');
  const key = Buffer.from(second ?? first, 'base64');
  if (key.length !== keyBytes)
    throw new Error('SECRET_KEY must be 32 bytes in base64 (openssl rand -base64 32), or id:key,id:key.');
  if (second === undefined) return { id: idOf(key), key };
  if (!idPattern.test(first)) throw new Error(`SECRET_KEY: "${first}" is no id of a key.`);
  return { id: first, key };
}

/** ID of a key without a name. The same everywhere, and does not reveal the key. */
export function idOf(key: Buffer): string {
  return hash('sha256', Buffer.concat([Buffer.from('outbound key id v1'), key]), 'hex').slice(0, 8);
}

/** Stored, so that a process with another key detects it before it does anything. */
export function checkValueOf(key: Buffer): string {
  return createHmac('sha256', key).update('outbound key check v1').digest('hex');
}
