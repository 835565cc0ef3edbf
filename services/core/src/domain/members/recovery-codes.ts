import { hash, randomInt } from 'node:crypto';

/** Letters and digits that are not easily confused. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 4;
const groupLength = 4;
export const recoveryCodeCount = 10;

function newCode(): string {
  const group = () => Array.from({ length: groupLength }, () => signs[randomInt(signs.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** Generates single-use codes for the user to write down. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, newCode);
}

/** Stored hash of a code. Ignores case and separators. The codes are too long to guess. */
export function recoveryHash(code: string): string {
  return hash('sha256', code.toLowerCase().replace(/[^a-z0-9]/g, ''), 'hex');
}
