import { hash, randomInt } from 'node:crypto';

/** Without signs that are taken for one another. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 4;
const groupLength = 4;
export const recoveryCodeCount = 10;

function newCode(): string {
  const group = () => Array.from({ length: groupLength }, () => signs[randomInt(signs.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** Codes to be written down, each good for one sign-in. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, newCode);
}

/** What the store keeps of a code; how it is written does not matter. The codes are too long to be guessed. */
export function recoveryHash(code: string): string {
  return hash('sha256', code.toLowerCase().replace(/[^a-z0-9]/g, ''), 'hex');
}
