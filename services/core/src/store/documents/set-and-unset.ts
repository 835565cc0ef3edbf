import { given } from '../../domain/values/given.ts';

/** The update that gives a document these members, and takes away those that are undefined. */
export function setAndUnset(changes: Record<string, unknown>): Record<string, unknown> {
  const removed = Object.entries(changes).filter(([, value]) => value === undefined);
  return {
    $set: given(changes),
    ...(removed.length > 0 && { $unset: Object.fromEntries(removed.map(([name]) => [name, ''])) }),
  };
}
