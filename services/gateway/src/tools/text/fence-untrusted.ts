import { randomBytes } from 'node:crypto';
import { foreignToPlain, withoutHidden } from './clean-text.ts';

type Json = Record<string, unknown>;

/**
 * Moves foreign text out of its field into `untrustedText` beside it, between markers that its writer cannot guess.
 * Paths come from the contract, relative to the data (`thread[].bodyText`, `[].subject`); arrays on the way are walked.
 * All other strings lose hidden characters.
 * Fencing only mitigates: the control is that sending needs a confirmation bound to recipients and body.
 */
export function fenceUntrusted(data: unknown, paths: readonly string[]): unknown {
  const clean = cleanStrings(data);
  const marker = `untrusted-${randomBytes(8).toString('hex')}`;
  for (const path of paths) fenceAt(clean, path.split('.').map(withoutBrackets).filter(Boolean), marker);
  return clean;
}

function withoutBrackets(segment: string): string {
  return segment.replaceAll('[]', '');
}

function cleanStrings(value: unknown): unknown {
  if (typeof value === 'string') return withoutHidden(value);
  if (Array.isArray(value)) return value.map(cleanStrings);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cleanStrings(item)]));
}

function fenceAt(target: unknown, path: string[], marker: string): void {
  if (Array.isArray(target)) {
    for (const item of target) fenceAt(item, path, marker);
    return;
  }
  if (typeof target !== 'object' || target === null) return;
  const [name, ...rest] = path as [string, ...string[]];
  const holder = target as Json;
  if (rest.length > 0) {
    fenceAt(holder[name], rest, marker);
    return;
  }
  const foreign = holder[name];
  if (typeof foreign !== 'string' || foreign === '') return;
  delete holder[name];
  const text = foreignToPlain(foreign).replaceAll(marker, '');
  holder.untrustedText = { ...(holder.untrustedText as Json), [name]: `<${marker}>\n${text}\n</${marker}>` };
}
