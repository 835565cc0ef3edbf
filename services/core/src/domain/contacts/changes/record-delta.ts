import { canonicalJson } from '../../values/canonical-json.ts';
import type { CustomFields, Stage } from '../contact.ts';

/** Change of one contact or company, with the former values, so that it can be reverted. Absent members did not change. */
export interface RecordDelta {
  stage?: { before: Stage; after: Stage };
  /** Null: no one. */
  ownerId?: { before: string | null; after: string | null };
  /** A value of null means that the field is empty. */
  customFields?: { key: string; before: unknown; after: unknown }[];
  tags?: MarkDelta;
  listIds?: MarkDelta;
  /** True: moved to the trash. False: restored. Such a change has no other members. */
  isDeleted?: boolean;
  /** Records merged into this one, in order. Such a change has no other members. */
  mergedIds?: string[];
  /** Records that came back when merges into this one were undone, in the order of the merge. */
  splitIds?: string[];
}

export interface MarkDelta {
  added: string[];
  removed: string[];
}

/** Members of a contact or company that a bulk change can set. */
export interface Changeable {
  /** Contacts only. */
  stage?: Stage;
  ownerId?: string;
  customFields?: CustomFields;
  tags: string[];
  listIds: string[];
}

/** Difference between a record and its wanted state. Empty if they are equal. */
export function deltaOf(record: Changeable, wanted: Changeable): RecordDelta {
  const { stage, ownerId, customFields, tags, listIds } = wanted;
  const fields = fieldsDelta(record.customFields ?? {}, customFields ?? {});
  return {
    ...(record.stage && stage && stage !== record.stage && { stage: { before: record.stage, after: stage } }),
    ...(ownerId !== record.ownerId && { ownerId: { before: record.ownerId ?? null, after: ownerId ?? null } }),
    ...(fields.length > 0 && { customFields: fields }),
    ...marksDelta('tags', record.tags, tags),
    ...marksDelta('listIds', record.listIds, listIds),
  };
}

function fieldsDelta(before: CustomFields, after: CustomFields): NonNullable<RecordDelta['customFields']> {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = keys.filter((key) => canonicalJson(before[key] ?? null) !== canonicalJson(after[key] ?? null));
  return changed.map((key) => ({ key, before: before[key] ?? null, after: after[key] ?? null }));
}

function marksDelta(name: 'tags' | 'listIds', before: string[], after: string[]): RecordDelta {
  const added = after.filter((one) => !before.includes(one));
  const removed = before.filter((one) => !after.includes(one));
  return added.length + removed.length === 0 ? {} : { [name]: { added, removed } };
}

export function isEmptyDelta(delta: RecordDelta): boolean {
  return Object.keys(delta).length === 0;
}

/** The change that reverts another one. */
export function inverseOf(delta: RecordDelta): RecordDelta {
  const { stage, ownerId, customFields, tags, listIds, isDeleted } = delta;
  return {
    ...(isDeleted !== undefined && { isDeleted: !isDeleted }),
    ...(stage && { stage: { before: stage.after, after: stage.before } }),
    ...(ownerId && { ownerId: { before: ownerId.after, after: ownerId.before } }),
    ...(customFields && {
      customFields: customFields.map(({ key, before, after }) => ({ key, before: after, after: before })),
    }),
    ...(tags && { tags: { added: tags.removed, removed: tags.added } }),
    ...(listIds && { listIds: { added: listIds.removed, removed: listIds.added } }),
  };
}

/** True if a value that the change is about to replace is no longer there. Tags and lists have no such value. */
export function isOutdatedDelta(record: Changeable, { stage, ownerId, customFields = [] }: RecordDelta): boolean {
  if (stage !== undefined && record.stage !== stage.before) return true;
  if (ownerId !== undefined && (record.ownerId ?? null) !== ownerId.before) return true;
  const values = record.customFields ?? {};
  return customFields.some(({ key, before }) => canonicalJson(values[key] ?? null) !== canonicalJson(before));
}

/** State of the record after the change. */
export function afterDelta(record: Changeable, delta: RecordDelta): Changeable {
  const { stage, ownerId, customFields = [], tags, listIds } = delta;
  const values = new Map(Object.entries(record.customFields ?? {}));
  for (const { key, after } of customFields) {
    if (after === null) values.delete(key);
    else values.set(key, after as CustomFields[string]);
  }
  return {
    stage: stage?.after ?? record.stage,
    ownerId: ownerId === undefined ? record.ownerId : (ownerId.after ?? undefined),
    customFields: Object.fromEntries(values),
    tags: withMarks(record.tags, tags),
    listIds: withMarks(record.listIds, listIds),
  };
}

export function withMarks(marks: string[], { added, removed }: MarkDelta = { added: [], removed: [] }): string[] {
  return [...new Set([...marks.filter((one) => !removed.includes(one)), ...added])];
}
