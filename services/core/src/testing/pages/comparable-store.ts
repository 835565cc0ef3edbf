import mongoose from 'mongoose';
import { countedCollections, feedCollections, feedFields } from '../changes/store-dump.ts';

/** Page and REST calls differ in actor and key. Times, digests of them or of IDs, and the order of the feeds differ. */
const otherCollections =
  /^(audit|idempotency\w*|operations|sessions|users|memberships|api_keys|connection_usage|undos|rate_\w+)$/;
const otherFields = new Set([
  'actor',
  'via',
  'requestId',
  'operationId',
  'idempotencyKey',
  'connectionId',
  'scopes',
  'author',
  'owner',
  'durationMs',
  ...feedFields,
]);
/** Kinds of people and keys that act. */
const actorKinds = ['user', 'api_key'];

/**
 * Contents of a workspace, with IDs replaced by their order and times removed. Equal for two workspaces with the same
 * history, by key or person. `actorId` identifies the actor in both.
 */
export async function comparableStore(workspaceId: string, actorId: string): Promise<string[]> {
  const lines: string[] = [];
  const collections = await mongoose.connection.db!.collections();
  for (const collection of collections.toSorted((a, b) => (a.collectionName < b.collectionName ? -1 : 1))) {
    const { collectionName } = collection;
    const isOther = otherCollections.test(collectionName) || countedCollections.includes(collectionName);
    if (isOther || feedCollections.includes(collectionName)) continue;
    const documents = mongoose.connection
      .db!.collection<{ _id: string; workspaceId?: string }>(collection.collectionName)
      .find({ $or: [{ workspaceId }, { _id: workspaceId }] })
      .sort({ _id: 1 });
    for await (const document of documents)
      lines.push(`${collection.collectionName} ${JSON.stringify(document, plain).replaceAll(actorId, 'ACTOR')}`);
  }
  return numbered(lines).toSorted();
}

const idPattern = /\b[a-z]{2,4}_[0-9A-HJKMNP-TV-Z]{26}\b/g;

/** IDs sort by creation time, so each is replaced by its position. */
function numbered(lines: string[]): string[] {
  const ids = [...new Set(lines.flatMap((line) => line.match(idPattern) ?? []))];
  const inOrder = ids.toSorted((a, b) => (partsOf(a).at < partsOf(b).at ? -1 : 1));
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const id of inOrder) {
    const { prefix } = partsOf(id);
    counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
    names.set(id, `${prefix}#${counts.get(prefix)}`);
  }
  return lines.map((line) => line.replace(idPattern, (id) => names.get(id)!));
}

function partsOf(id: string): { prefix: string; at: string } {
  const [prefix = '', at = ''] = id.split('_');
  return { prefix, at };
}

function plain(name: string, value: unknown): unknown {
  if (otherFields.has(name)) return undefined;
  if (isRecord(value)) return inOneOrder(value);
  if (typeof value !== 'string') return value;
  if (name === 'source' && ['rest', 'app'].includes(value)) return 'VIA';
  return withoutChance(name === 'eml' ? mailOf(value) : value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sorts members by name. Reduces an acting person or key to ID and name. */
function inOneOrder(record: Record<string, unknown>): Record<string, unknown> {
  const { id, name, kind } = record;
  if (name !== undefined && actorKinds.includes(String(kind))) return { id, name };
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Removes the date and encrypted unsubscribe link, which differ between messages with the same content. */
function mailOf(base64: string): string {
  return Buffer.from(base64, 'base64')
    .toString()
    .replace(/=\r\n/g, '')
    .replaceAll('%20', ' ')
    .replace(/\r\nDate: [^\r]+/, '\r\nDate: TIME')
    .replace(/\/u\/[\w.-]+/g, '/u/LINK');
}

function withoutChance(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22,}/g, 'UUID')
    .replace(/\bv2\.[\w.-]{20,}/g, 'SEALED')
    .replace(/\b[0-9a-f]{24,}\b/g, 'HASH')
    .replace(/pr[sc]_own_[\w-]{22}/g, 'OWN')
    .replace(/(nobody|sent|wait|reply)\d+/g, '$1');
}
