import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefix = 'obk_live_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 32;
const checksumLength = 6;
const pattern = new RegExp(`^${prefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`);

/** Generates a key: `obk_live_`, 32 random base62 characters (190 bits), and six checksum characters. */
export function generateApiKey(): string {
  const secret = Array.from({ length: secretLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${prefix}${secret}${checksum(prefix + secret)}`;
}

/** Rejects malformed keys without querying the database. */
export function isWellFormedApiKey(candidate: string): boolean {
  if (!pattern.test(candidate)) return false;
  const body = candidate.slice(0, -checksumLength);
  return candidate.slice(-checksumLength) === checksum(body);
}

/** SHA-256 in hex. A slow hash would add nothing to 190 random bits. */
export function hashApiKey(key: string): string {
  return hash('sha256', key, 'hex');
}

export function lastFourOf(key: string): string {
  return key.slice(-4);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let position = 0; position < checksumLength; position += 1) {
    digits = alphabet[rest % alphabet.length] + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
