import { ulid } from 'ulid';
import type { ChangeType } from '../../domain/events/change-types.ts';

/**
 * Member of a record that has changed since its last change in the feed. Each write sets a new mark together with the
 * change itself, so it needs no command of its own, and no transaction or kill can separate the two. Marks begin with
 * the time of the write.
 */
export const changeMark = 'changeMark';

export function newMark(): string {
  return ulid();
}

/** Types of changes, by the collections of their records. */
const types = new Map<string, ChangeType>();

export function addMarkedCollection(collection: string, type: ChangeType): void {
  types.set(collection, type);
}

export function markedTypeOf(collection: string): ChangeType | undefined {
  return types.get(collection);
}

/** Records that the figures of a campaign count. Their pending changes are also found by workspace. */
export const countedTypes: readonly ChangeType[] = ['message', 'enrollment', 'reply', 'task'];

/** The documents to insert, marked if the feed covers their collection. */
export function markedDocuments<Doc extends object>(collection: string, documents: readonly Doc[]): readonly Doc[] {
  if (!types.has(collection)) return documents;
  return documents.map((document) => ({ ...document, [changeMark]: newMark() }));
}

/** Members that change often and are not in the feed. */
const unseen = new Set([changeMark, 'leaseOwner', 'leaseUntil', 'fence', 'lastReadAt', 'unreadCount']);

/** True if an update can change what the API returns. */
function isSeen(update: object): boolean {
  return Object.entries(update).some(([operator, members]) =>
    operator.startsWith('$') ? Object.keys(members ?? {}).some((name) => !unseen.has(name)) : !unseen.has(operator),
  );
}

/** The update, with a mark if the feed covers the collection. */
export function markedUpdate(collection: string, update: object): object {
  if (!types.has(collection)) return update;
  const mark = { [changeMark]: newMark() };
  if (Array.isArray(update)) return [...update, { $set: mark }];
  if (!isSeen(update)) return update;
  return { ...update, $set: { ...('$set' in update && (update.$set as object)), ...mark } };
}
