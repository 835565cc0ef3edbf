/** Value at a dotted path. Undefined if a part of the path is absent or null. */
export function valueAt(record: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], record);
}
