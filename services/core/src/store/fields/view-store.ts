import { given } from '../../domain/values/given.ts';
import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { createRecord } from '../documents/insert-documents.ts';
import { boolean, choice, date, number, object, optional, string, strings, withDefault } from '../documents/paths.ts';
import { setAndUnset } from '../documents/set-and-unset.ts';

export const viewKinds = ['contacts', 'companies', 'campaigns', 'replies', 'messages'] as const;
export type ViewKind = (typeof viewKinds)[number];
export const viewsMax = 1_000;

/** Saved query over one kind of record, with its order and columns. */
type ViewDoc = DocOf<typeof ViewModel>;
export type ViewRecord = RecordOf<ViewDoc>;

const ViewModel = defineModel(
  'View',
  'views',
  stored({
    workspaceId: string,
    /** Member, key, or client that created it. No one else sees it until it is shared. */
    ownerId: string,
    name: string,
    kind: choice(viewKinds),
    /** Condition of the query grammar, as the caller wrote it. Absent: all records. */
    where: optional(object<Record<string, unknown>>()),
    sort: optional(string),
    columns: withDefault(strings, []),
    isShared: withDefault(boolean, false),
    position: number,
    createdAt: date,
    updatedAt: date,
    version: withDefault(number, 1),
  })
    .index({ workspaceId: 1, position: 1, _id: 1 })
    .index({ workspaceId: 1, kind: 1, position: 1, _id: 1 }),
);

export type ViewFacts = Pick<ViewDoc, 'name' | 'kind' | 'where' | 'sort' | 'columns' | 'isShared' | 'position'>;

export function insertView(workspaceId: string, view: ViewFacts & { ownerId: string }, now: Date): Promise<ViewRecord> {
  return createRecord(ViewModel, { ...view, _id: newId('view'), workspaceId, createdAt: now, updatedAt: now });
}

export async function findView(workspaceId: string, viewId: string): Promise<ViewRecord | null> {
  const found = await ViewModel.findOne({ workspaceId, _id: viewId }).lean<ViewDoc>();
  return found && toRecord(found);
}

export function countViews(workspaceId: string): Promise<number> {
  return ViewModel.countDocuments({ workspaceId }).limit(viewsMax);
}

/** Position after all views of the workspace. */
export async function nextViewPosition(workspaceId: string): Promise<number> {
  const [last] = await ViewModel.find({ workspaceId }).sort({ position: -1, _id: -1 }).limit(1).lean<ViewDoc[]>();
  return (last?.position ?? 0) + 1;
}

/** Views of this owner, and shared ones. */
export function listViews(
  workspaceId: string,
  { ownerId, kind }: { ownerId: string; kind?: ViewKind },
  page: PageRequest,
): Promise<PageResult<ViewRecord>> {
  return findPage<ViewDoc>(
    ViewModel,
    { workspaceId, ...given({ kind }), $or: [{ ownerId }, { isShared: true }] },
    page,
  );
}

export async function updateView(
  workspaceId: string,
  viewId: string,
  changes: Partial<ViewFacts>,
  now: Date,
): Promise<ViewRecord | null> {
  const changed = await ViewModel.findOneAndUpdate(
    { workspaceId, _id: viewId },
    { ...setAndUnset({ ...changes, updatedAt: now }), $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<ViewDoc>();
  return changed && toRecord(changed);
}

export async function deleteView(workspaceId: string, viewId: string): Promise<void> {
  await ViewModel.deleteOne({ workspaceId, _id: viewId });
}
