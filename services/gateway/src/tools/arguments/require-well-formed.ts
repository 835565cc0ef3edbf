import { ToolError } from '../../errors/errors.ts';

/** The core accepts no deeper input. */
const depthMax = 32;

/**
 * Clients that truncate text leave an unpaired surrogate. Stores replace it, so the executed text would differ from the
 * preview.
 */
export function requireWellFormed(value: unknown, at = 'The input', depth = 0): void {
  if (typeof value === 'string') {
    if (value.isWellFormed()) return;
    throw new ToolError(
      `${at} contains half of a character (a lone surrogate, as a cut emoji leaves it): send it whole.`,
    );
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth > depthMax) throw new ToolError(`${at.split('.')[0]} is nested more than ${depthMax} levels deep.`);
  for (const [name, inner] of Object.entries(value)) {
    if (!name.isWellFormed()) requireWellFormed(name, `A name in ${depth === 0 ? 'the input' : at}`);
    requireWellFormed(inner, depth === 0 ? name : `${at}.${name}`, depth + 1);
  }
}
