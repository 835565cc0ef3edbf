import { canonicalJson } from '../../values/canonical-json.ts';
import type { CustomFields, Stage } from '../contact.ts';

/** Change of one contact, with the former values, so that it can be reverted. Absent members did not change. */
export interface ContactDelta {
  stage?: { before: Stage; after: Stage };
  /** A value of null means that the field is empty. */
  customFields?: { key: string; before: unknown; after: unknown }[];
  tags?: MarkDelta;
  listIds?: MarkDelta;
  /** True: moved to the trash. False: restored. Such a change has no other members. */
  isDeleted?: boolean;
}

export interface MarkDelta {
  added: string[];
  removed: string[];
}

/** Members of a contact that a bulk change can set. */
export interface Changeable {
  stage: Stage;
  customFields?: CustomFields;
  tags: string[];
  listIds: string[];
}

/** Difference between a contact and its wanted state. Empty if they are equal. */
export function deltaOf(contact: Changeable, wanted: Partial<Changeable>): ContactDelta {
  const { stage = contact.stage, customFields = contact.customFields, tags, listIds } = wanted;
  const fields = fieldsDelta(contact.customFields ?? {}, customFields ?? {});
  return {
    ...(stage !== contact.stage && { stage: { before: contact.stage, after: stage } }),
    ...(fields.length > 0 && { customFields: fields }),
    ...marksDelta('tags', contact.tags, tags),
    ...marksDelta('listIds', contact.listIds, listIds),
  };
}

function fieldsDelta(before: CustomFields, after: CustomFields): NonNullable<ContactDelta['customFields']> {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = keys.filter((key) => canonicalJson(before[key] ?? null) !== canonicalJson(after[key] ?? null));
  return changed.map((key) => ({ key, before: before[key] ?? null, after: after[key] ?? null }));
}

function marksDelta(name: 'tags' | 'listIds', before: string[], after: string[] = before): ContactDelta {
  const added = after.filter((one) => !before.includes(one));
  const removed = before.filter((one) => !after.includes(one));
  return added.length + removed.length === 0 ? {} : { [name]: { added, removed } };
}

export function isEmptyDelta(delta: ContactDelta): boolean {
  return Object.keys(delta).length === 0;
}

/** The change that reverts another one. */
export function inverseOf({ stage, customFields, tags, listIds, isDeleted }: ContactDelta): ContactDelta {
  return {
    ...(isDeleted !== undefined && { isDeleted: !isDeleted }),
    ...(stage && { stage: { before: stage.after, after: stage.before } }),
    ...(customFields && {
      customFields: customFields.map(({ key, before, after }) => ({ key, before: after, after: before })),
    }),
    ...(tags && { tags: { added: tags.removed, removed: tags.added } }),
    ...(listIds && { listIds: { added: listIds.removed, removed: listIds.added } }),
  };
}

/** True if a value that the change is about to replace is no longer there. Tags and lists have no such value. */
export function isOutdatedDelta(contact: Changeable, { stage, customFields = [] }: ContactDelta): boolean {
  if (stage !== undefined && contact.stage !== stage.before) return true;
  const values = contact.customFields ?? {};
  return customFields.some(({ key, before }) => canonicalJson(values[key] ?? null) !== canonicalJson(before));
}

/** State of the contact after the change. */
export function afterDelta(contact: Changeable, { stage, customFields = [], tags, listIds }: ContactDelta): Changeable {
  const values = new Map(Object.entries(contact.customFields ?? {}));
  for (const { key, after } of customFields) {
    if (after === null) values.delete(key);
    else values.set(key, after as CustomFields[string]);
  }
  return {
    stage: stage?.after ?? contact.stage,
    customFields: Object.fromEntries(values),
    tags: withMarks(contact.tags, tags),
    listIds: withMarks(contact.listIds, listIds),
  };
}

export function withMarks(marks: string[], { added, removed }: MarkDelta = { added: [], removed: [] }): string[] {
  return [...new Set([...marks.filter((one) => !removed.includes(one)), ...added])];
}
