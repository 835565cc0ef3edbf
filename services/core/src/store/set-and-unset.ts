/** The update that gives a document these members, and takes away those that are undefined. */
export function setAndUnset(changes: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(changes);
  const removed = entries.filter(([, value]) => value === undefined);
  return {
    $set: Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
    ...(removed.length > 0 && { $unset: Object.fromEntries(removed.map(([name]) => [name, ''])) }),
  };
}
