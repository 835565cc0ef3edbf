import type { JsonSchema } from '../../core-client/contract.ts';
import { namedKinds } from './named-kinds.ts';

type Path = readonly (string | number)[];

/** Text in the place of an ID. */
export interface NameInPlace {
  path: Path;
  /** Prefix of the IDs that belong there. */
  prefix: string;
  name: string;
}

/** Pattern of the IDs of one kind, as the contract writes it. */
const idPattern = /^\^([a-z]+)_\[0-9A-HJKMNP-TV-Z\]\{26\}\$$/;
/** The search for words needs at least this many. */
const lettersMin = 2;
const anyId = /^[a-z]+_[0-9A-HJKMNP-TV-Z]{26}$/;

/** Prefix of the IDs that a schema demands. Undefined for other schemas, and for records without names. */
export function namedPrefixOf({ pattern }: JsonSchema): string | undefined {
  const prefix = typeof pattern === 'string' ? idPattern.exec(pattern)?.[1] : undefined;
  return prefix !== undefined && Object.hasOwn(namedKinds, prefix) ? prefix : undefined;
}

/** Finds names where the schema demands IDs of records that have names. */
export function namesIn(schema: JsonSchema, value: unknown, path: Path = []): NameInPlace[] {
  const branches = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (branches) return branches.flatMap((branch) => namesIn(branch, value, path));
  if (typeof value === 'string') {
    const prefix = namedPrefixOf(schema);
    const isName = prefix !== undefined && value.trim().length >= lettersMin && !anyId.test(value);
    return isName ? [{ path, prefix, name: value.trim() }] : [];
  }
  if (Array.isArray(value)) {
    const items = schema.items as JsonSchema | undefined;
    return items === undefined ? [] : value.flatMap((item, index) => namesIn(items, item, [...path, index]));
  }
  if (typeof value !== 'object' || value === null) return [];
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  return Object.entries(value).flatMap(([member, inner]) =>
    Object.hasOwn(properties, member) ? namesIn(properties[member]!, inner, [...path, member]) : [],
  );
}

/** Copy of the value with another one at a path. */
export function replacedAt(value: unknown, [first, ...rest]: Path, by: unknown): unknown {
  if (first === undefined) return by;
  if (Array.isArray(value)) return value.map((item, index) => (index === first ? replacedAt(item, rest, by) : item));
  const object = value as Record<string, unknown>;
  return { ...object, [first]: replacedAt(object[first], rest, by) };
}
