import mongoose, { type Model } from 'mongoose';
import type { ChangeType } from '../../../domain/events/change-types.ts';
import { type DocOf, defineModel, stored } from '../../documents/define-model.ts';
import { number, object, optional, string } from '../../documents/paths.ts';
import { changeMark, markedTypeOf } from '../../feed/change-marks.ts';
import { type DeletionDoc, DeletionModel } from './deletion-store.ts';

/** Records that the figures of a campaign count. */
const countedTypes: readonly ChangeType[] = ['message', 'enrollment', 'reply', 'task'];
/** Changes to look at. With more, all campaigns count as changed. */
const pendingMax = 200;

/**
 * Figures of a campaign as last counted. The change feed increases `version` with each change of a record that they
 * count; `countedFrom` says of what they were counted, so that figures of an older version are not used.
 */
const FiguresModel = defineModel(
  'Figures',
  'campaign_figures',
  stored({
    workspaceId: string,
    version: number,
    countedFrom: optional(string),
    figures: optional(object<object>()),
  }),
);
type FiguresDoc = DocOf<typeof FiguresModel>;

/** Figures to count: `source` changes with the campaign and with the options of the count. */
export interface FiguresKey {
  campaignId: string;
  source: string;
}

function keyOf(version: number, source: string): string {
  return `${version} ${source}`;
}

/** Figures of these campaigns that are still true, by ID, and the version from which the others are to be counted. */
export async function findFigures<Kept>(
  workspaceId: string,
  keys: readonly FiguresKey[],
): Promise<Map<string, { version: number; figures: Kept | null }>> {
  const ids = keys.map(({ campaignId }) => campaignId);
  const found = await FiguresModel.find({ workspaceId, _id: { $in: ids } }).lean<FiguresDoc[]>();
  const byId = new Map(found.map((doc) => [doc._id, doc]));
  return new Map(
    keys.map(({ campaignId, source }) => {
      const { version = 0, countedFrom, figures = null } = byId.get(campaignId) ?? {};
      return [campaignId, { version, figures: countedFrom === keyOf(version, source) ? (figures as Kept) : null }];
    }),
  );
}

/** Call before the records are counted, so that whatever changes meanwhile is noticed. */
export async function startFigures(workspaceId: string, campaignId: string): Promise<void> {
  const created = { $setOnInsert: { version: 0 } };
  await FiguresModel.updateOne({ workspaceId, _id: campaignId }, created, { upsert: true });
}

export async function saveFigures(
  workspaceId: string,
  { campaignId, source, version }: FiguresKey & { version: number },
  figures: object,
): Promise<void> {
  const counted = { countedFrom: keyOf(version, source), figures };
  await FiguresModel.updateOne({ workspaceId, _id: campaignId }, { $set: counted });
}

/** Has the figures of these campaigns counted again. Other values are ignored. */
export async function touchFigures(workspaceId: string, campaignIds: readonly unknown[]): Promise<void> {
  const $in = [...new Set(campaignIds.filter((id) => typeof id === 'string'))];
  if ($in.length > 0) await FiguresModel.updateMany({ workspaceId, _id: { $in } }, { $inc: { version: 1 } });
}

export async function deleteFigures(workspaceId: string, campaignId: string): Promise<void> {
  await FiguresModel.deleteOne({ workspaceId, _id: campaignId });
}

type Changed = Pick<DeletionDoc, 'workspaceId'> & { campaignId?: string | null };

/** Sorted by the indexed member, so that the store reads nothing else. */
function changedIn<Doc>(model: Model<Doc>, filter: object, sort: string): Promise<Changed[]> {
  return model
    .find(filter)
    .select({ workspaceId: 1, campaignId: 1 })
    .sort({ [sort]: 1 })
    .limit(pendingMax)
    .lean<Changed[]>();
}

/** Finds the campaigns with a changed record that the change feed has not noticed yet. */
export async function pendingChanges(workspaceId: string): Promise<(campaignId: string) => boolean> {
  const models = Object.values(mongoose.models).filter((model) => {
    const type = markedTypeOf(model.collection.collectionName);
    return type !== undefined && countedTypes.includes(type);
  });
  const pending = await Promise.all([
    ...models.map((model) => changedIn(model, { [changeMark]: { $exists: true } }, changeMark)),
    changedIn(DeletionModel, {}, '_id'),
  ]);
  if (pending.some(({ length }) => length === pendingMax)) return () => true;
  const changed = new Set(
    pending
      .flat()
      .filter((one) => one.workspaceId === workspaceId)
      .map(({ campaignId }) => campaignId),
  );
  return (campaignId) => changed.has(campaignId);
}
