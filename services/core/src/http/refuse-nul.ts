import { AppError } from '../errors.ts';

const nul = '\u0000';

/** What a person or program means is never nested deeper; recursion over it has to end. */
const depthMax = 32;

/** U+0000 is in no text that a person writes, and stores differ in what they make of it: refused everywhere. */
export const refuseNul = (value: unknown, at = '', depth = 0): void => {
  if (depth > depthMax) {
    const field = at.split('.')[0]!;
    throw new AppError('validation_failed', `${field} is nested more than ${depthMax} levels deep.`, { field });
  }
  if (typeof value === 'string') {
    if (!value.includes(nul)) return;
    throw new AppError('validation_failed', `${at} contains the character U+0000.`, { field: at });
  }
  if (value === null || typeof value !== 'object') return;
  for (const [name, inner] of Object.entries(value)) {
    if (name.includes(nul))
      throw new AppError('validation_failed', 'A name contains the character U+0000.', { field: at });
    refuseNul(inner, at === '' ? name : `${at}.${name}`, depth + 1);
  }
};
