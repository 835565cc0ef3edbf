import { cutText } from '@outbound/node-service/text/cut-text';
import type { JsonSchema } from '../../core-client/contract.ts';

const depthMax = 32;
const valueShownMax = 40;
/** Marks an argument that counts as not given. */
const absent = Symbol('absent');

export interface Reading {
  /** True if a value is valid against a schema or a part of one. */
  accepts(schema: JsonSchema, value: unknown): boolean;
  /** True for a read, where an invalid empty text means no filter. In a write, it may stand for missing text. */
  isRead: boolean;
  /** Collects how arguments were read, for the person who sees the preview. */
  notes: string[];
}

type Values = Record<string, unknown>;

/**
 * Reads arguments that the schema rejects but that have only one possible meaning. Clients fill unwanted arguments with
 * null or "", and turn numbers, lists, and objects into text. A value that the schema accepts is never changed.
 */
export function readArguments(schema: JsonSchema, input: Values, reading: Reading): Values {
  // A client that cannot call a tool without arguments sends an invented one.
  if (schema.additionalProperties === false && Object.keys(propertiesOf(schema)).length === 0) return {};
  return readObject(schema, input, '', reading, 0);
}

function readValue(schema: JsonSchema, value: unknown, at: string, reading: Reading, depth: number): unknown {
  if (depth > depthMax || reading.accepts(schema, value)) return value;
  if (value === null) return noted(reading, `${at}: null, read as not given`, absent);
  if (value === '' && (reading.isRead || !expectsText(schema, reading)))
    return noted(reading, `${at}: empty, read as not given`, absent);
  const branches = branchesOf(schema)?.filter(({ type }) => type !== 'null');
  if (branches?.length === 1) return readValue(branches[0]!, value, at, reading, depth + 1);
  if (branches) return readByBranch(branches, value, at, reading, depth);
  const types = [schema.type].flat();
  if (typeof value === 'string' && types.includes('string')) return value;
  if (types.includes('array')) return readList(schema, value, at, reading, depth);
  if (types.includes('object')) return readAsObject(schema, value, at, reading, depth);
  return typeof value === 'string' ? readScalar(schema, value, at, reading) : value;
}

/** Used only if all branches that accept a reading of the value agree on it. */
function readByBranch(
  branches: readonly JsonSchema[],
  value: unknown,
  at: string,
  { notes, ...reading }: Reading,
  depth: number,
): unknown {
  const readings = branches.flatMap((branch) => {
    const own: string[] = [];
    const read = readValue(branch, value, at, { ...reading, notes: own }, depth + 1);
    return read !== absent && reading.accepts(branch, read) ? [{ read, own }] : [];
  });
  const [first] = readings;
  const isAmbiguous = new Set(readings.map(({ read }) => JSON.stringify(read))).size > 1;
  if (!first || isAmbiguous) return value;
  notes.push(...first.own);
  return first.read;
}

function readScalar(schema: JsonSchema, text: string, at: string, reading: Reading): unknown {
  const parsed = parseJson(text.trim().replace(/^(True|False)$/, (word) => word.toLowerCase()));
  const isScalar = typeof parsed === 'number' || typeof parsed === 'boolean';
  if (!isScalar || !reading.accepts(schema, parsed)) return text;
  return noted(reading, `${at}: the text ${shown(text)}, read as ${parsed}`, parsed);
}

function readList(schema: JsonSchema, value: unknown, at: string, reading: Reading, depth: number): unknown {
  const items = (schema.items ?? {}) as JsonSchema;
  const readItems = (list: unknown[]) =>
    list.map((item, index) => {
      const read = readValue(items, item, `${at}.${index}`, reading, depth + 1);
      return read === absent ? item : read;
    });
  if (Array.isArray(value)) return readItems(value);
  const parsed = typeof value === 'string' ? parseJson(value) : undefined;
  if (Array.isArray(parsed)) return noted(reading, `${at}: JSON text, read as a list`, readItems(parsed));
  const own: Reading = { ...reading, notes: [] };
  const item = readValue(items, value, at, own, depth + 1);
  if (!reading.accepts(schema, [item])) return value;
  reading.notes.push(...own.notes);
  return noted(reading, `${at}: one value, read as a list of one`, [item]);
}

function readAsObject(schema: JsonSchema, value: unknown, at: string, reading: Reading, depth: number): unknown {
  if (isObject(value)) return readObject(schema, value, at, reading, depth);
  const pairs = Object.keys(propertiesOf(schema)).length === 0 ? pairsIn(value) : undefined;
  if (pairs) return readObject(schema, Object.fromEntries(pairs), at, reading, depth);
  const parsed = typeof value === 'string' ? parseJson(value) : undefined;
  if (!isObject(parsed)) return value;
  return noted(reading, `${at}: JSON text, read as an object`, readObject(schema, parsed, at, reading, depth));
}

/** Members of an object with free names, as tools list it. Undefined for another list, or one that names a key twice. */
function pairsIn(value: unknown): [string, unknown][] | undefined {
  const list = typeof value === 'string' ? parseJson(value) : value;
  if (!Array.isArray(list)) return undefined;
  const pairs = list.flatMap((item): [string, unknown][] =>
    isObject(item) && typeof item.key === 'string' && 'value' in item ? [[item.key, item.value]] : [],
  );
  const isComplete = pairs.length === list.length && new Set(pairs.map(([key]) => key)).size === list.length;
  return isComplete ? pairs : undefined;
}

function readObject(schema: JsonSchema, value: Values, at: string, reading: Reading, depth: number): Values {
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    const own = schemaOfMember(schema, name);
    const read = own ? readValue(own, inner, at === '' ? name : `${at}.${name}`, reading, depth + 1) : inner;
    return read === absent ? [] : [[name, read] as const];
  });
  return Object.fromEntries(entries);
}

function schemaOfMember(schema: JsonSchema, name: string): JsonSchema | undefined {
  const properties = propertiesOf(schema);
  if (Object.hasOwn(properties, name)) return properties[name];
  const patterns = Object.entries((schema.patternProperties ?? {}) as Record<string, JsonSchema>);
  return patterns.find(([pattern]) => new RegExp(pattern, 'u').test(name))?.[1];
}

function branchesOf({ anyOf, oneOf }: JsonSchema): JsonSchema[] | undefined {
  return (anyOf ?? oneOf) as JsonSchema[] | undefined;
}

function propertiesOf({ properties }: JsonSchema): Record<string, JsonSchema> {
  return (properties ?? {}) as Record<string, JsonSchema>;
}

/** If a plain word is valid, an empty text may be intended. It never is for an enum, a number, a date, or an ID. */
function expectsText(schema: JsonSchema, { accepts }: Reading): boolean {
  return (branchesOf(schema) ?? [schema]).some((branch) => accepts(branch, 'a'.repeat(Number(branch.minLength ?? 1))));
}

function noted<T>({ notes }: Reading, note: string, value: T): T {
  notes.push(note);
  return value;
}

function shown(text: string): string {
  return JSON.stringify(cutText(text, valueShownMax, '…'));
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
