import { AppError } from '../errors.ts';

const nul = '\u0000';

/** U+0000 is in no text that a person writes, and stores differ in what they make of it: refused everywhere. */
export const refuseNul = (value: unknown, at = ''): void => {
  if (typeof value === 'string') {
    if (!value.includes(nul)) return;
    throw new AppError('validation_failed', `${at} contains the character U+0000.`, { field: at });
  }
  if (value === null || typeof value !== 'object') return;
  for (const [name, inner] of Object.entries(value)) {
    if (name.includes(nul))
      throw new AppError('validation_failed', 'A name contains the character U+0000.', { field: at });
    refuseNul(inner, at === '' ? name : `${at}.${name}`);
  }
};
