import { cutText } from '@outbound/node-service/text/cut-text';
import type { JsonSchema } from '../../core-client/contract.ts';
import { ToolError } from '../../errors/errors.ts';
import { nearNames } from '../find/near-names.ts';
import { withoutHidden } from '../text/clean-text.ts';
import { type NamedKind, namedKinds } from './named-kinds.ts';
import { type NameInPlace, namesIn, replacedAt } from './names-in.ts';

/** Names looked up for one call. */
const namesMax = 20;
const pageSize = 100;
const pagesMax = 10;
const candidatesMax = 5;
const nameShownMax = 60;

type Values = Record<string, unknown>;
type Item = Values & { id: string };

/** Runs a list operation with the caller's rights. `limit` and `cursor` are ignored by lists without pages. */
export type LookUp = (list: string, input: Values) => Promise<{ items: Item[]; nextCursor?: string | null }>;

/**
 * Replaces names by the IDs of the records, with the caller's rights: exact names, in any case, or the email address of
 * a contact. `notes` tells the person who confirms what each name was read as. Throws with candidates if no record, or
 * more than one, has the name.
 */
export async function resolveNames(
  schema: JsonSchema,
  given: Values,
  notes: string[],
  lookUp: LookUp,
): Promise<Values> {
  const places = namesIn(schema, given);
  if (places.length === 0) return given;
  if (places.length > namesMax)
    throw new ToolError(`At most ${namesMax} names are looked up per call. Give IDs, a list, or a query.`);
  const lists = new Map<string, Promise<Item[]>>();
  let input = given;
  for (const place of places) {
    const id = await idOf(place, lists, lookUp);
    notes.push(`${place.path.join('.')}: ${shown(place.name)}, read as ${id}`);
    input = replacedAt(input, place.path, id) as Values;
  }
  return input;
}

async function idOf(place: NameInPlace, lists: Map<string, Promise<Item[]>>, lookUp: LookUp): Promise<string> {
  const kind = namedKinds[place.prefix]!;
  const filter = kind.filter?.(place.name) ?? {};
  const key = JSON.stringify([kind.list, filter]);
  const reading = lists.get(key) ?? readAll(kind, filter, lookUp);
  lists.set(key, reading);
  const items = await reading;
  const wanted = keyOf(place.name);
  const found = items.filter((item) => kind.namesOf(item).some((name) => keyOf(name) === wanted));
  if (found.length === 1) return found[0]!.id;
  throw new ToolError(found.length === 0 ? noneOf(place, kind, items) : severalOf(place, kind, found));
}

async function readAll(kind: NamedKind, filter: Values, lookUp: LookUp): Promise<Item[]> {
  const all: Item[] = [];
  for (let cursor: string | null | undefined, page = 0; page < pagesMax; page += 1) {
    const { items, nextCursor } = await lookUp(kind.list, { ...filter, limit: pageSize, ...(cursor && { cursor }) });
    all.push(...items);
    cursor = nextCursor;
    if (!cursor) break;
  }
  return all;
}

function keyOf(name: unknown): string | null {
  return typeof name === 'string' ? name.normalize('NFKC').trim().toLowerCase() : null;
}

function noneOf({ path, name }: NameInPlace, kind: NamedKind, items: readonly Item[]): string {
  const names = new Map(items.flatMap((item) => kind.namesOf(item).map((each) => [String(each ?? ''), item] as const)));
  const near = kind.filter ? items : nearNames(name, names.keys()).map((each) => names.get(each)!);
  const similar = [...new Set(near)].slice(0, candidatesMax).map((item) => label(item, kind));
  const known = similar.length > 0 ? ` Similar: ${similar.join(', ')}.` : '';
  return `${path.join('.')}: no ${kind.noun} is named ${shown(name)}.${known} Find the ID with ${kind.list}.`;
}

function severalOf({ path, name }: NameInPlace, kind: NamedKind, found: readonly Item[]): string {
  const candidates = found.slice(0, candidatesMax).map((item) => label(item, kind));
  const more = found.length > candidatesMax ? ', …' : '';
  return `${path.join('.')}: several records (${kind.noun}) are named ${shown(name)}: ${candidates.join(', ')}${more}. Give the ID.`;
}

function label(item: Item, { namesOf }: NamedKind): string {
  const names = namesOf(item).filter((name) => typeof name === 'string' && name !== '');
  return `${names.map((name) => shown(name as string)).join(' ')} (${item.id})`;
}

function shown(name: string): string {
  return JSON.stringify(cutText(withoutHidden(name).replace(/\s+/g, ' '), nameShownMax, '…'));
}
