import { given } from '../../domain/values/given.ts';

/** Update that sets these members on a document and removes undefined ones. */
export function setAndUnset(changes: Record<string, unknown>): Record<string, unknown> {
  const removed = Object.entries(changes).filter(([, value]) => value === undefined);
  return {
    $set: given(changes),
    ...(removed.length > 0 && { $unset: Object.fromEntries(removed.map(([name]) => [name, ''])) }),
  };
}
