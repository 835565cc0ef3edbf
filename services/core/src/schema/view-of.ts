import type { Static, TObject, TProperties } from 'typebox';

/** A stored value as the API returns it: times as ISO 8601. */
type Returned<T> = T extends Date ? string : T;

/** True if an absent value has an empty form in the response: null, an empty list, or false. */
type HasEmpty<V> = null extends V ? true : [V] extends [readonly unknown[]] ? true : boolean extends V ? true : false;

type IsCopied<V, T> = [Returned<Exclude<T, undefined>>] extends [V]
  ? undefined extends T
    ? HasEmpty<V>
    : true
  : false;

type CopiedName<V, R> = { [K in keyof V & keyof R]: IsCopied<V[K], R[K]> extends true ? K : never }[keyof V & keyof R];

/** Members of the view that the record does not hold in a form that can be returned. Others can be given, too. */
type Computed<V, R> = Omit<V, CopiedName<V, R>> & Partial<V>;

function emptyOf(schema: object): unknown {
  const { type, anyOf } = schema as { type?: string; anyOf?: { type?: string }[] };
  if (anyOf?.some((branch) => branch.type === 'null')) return null;
  return type === 'array' ? [] : type === 'boolean' ? false : type === 'object' ? {} : null;
}

const emptyViews = new WeakMap<object, Record<string, unknown>>();

/** A view without values. Built by parsing, so that all copies share one object shape, which speeds up long lists. */
function emptyViewOf(schema: TObject): Record<string, unknown> {
  let empty = emptyViews.get(schema);
  if (empty === undefined) {
    const members = Object.entries(schema.properties).map(([name, member]) => [name, emptyOf(member)]);
    empty = JSON.parse(JSON.stringify(Object.fromEntries(members))) as Record<string, unknown>;
    for (const value of Object.values(empty)) Object.freeze(value);
    emptyViews.set(schema, empty);
  }
  return empty;
}

/**
 * The record as the API returns it. Each member of the schema is taken from `computed`, otherwise from the record:
 * times as ISO 8601, and absent values as null, an empty list, or false. The type of `computed` requires the members
 * that the record cannot supply.
 */
export function viewOf<P extends TProperties, R extends object>(
  schema: TObject<P>,
  record: R,
  computed: Computed<Static<TObject<P>>, R>,
): Static<TObject<P>> {
  const [stored, given] = [record as Record<string, unknown>, computed as Record<string, unknown>];
  const empty = emptyViewOf(schema);
  const view = { ...empty };
  for (const name in empty) {
    const value = name in given ? given[name] : stored[name];
    if (value !== undefined && value !== null) view[name] = value instanceof Date ? value.toISOString() : value;
  }
  return view as Static<TObject<P>>;
}
