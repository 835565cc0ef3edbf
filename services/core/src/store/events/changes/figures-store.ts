import { hash } from 'node:crypto';
import mongoose, { type Model } from 'mongoose';
import { decodeTime } from 'ulid';
import { type DocOf, defineModel, stored } from '../../documents/define-model.ts';
import { date, number, object, optional, string } from '../../documents/paths.ts';
import { changeMark, countedTypes, markedTypeOf } from '../../feed/change-marks.ts';
import { DeletionModel } from './deletion-store.ts';

/** Newest unpublished changes of a type that are read. */
const pendingMax = 50;
/** Longer than a change needs from its mark to its commit. */
const commitMs = 15_000;

/**
 * Figures of a campaign as last counted. The change feed increases `version` with each change of a record that they
 * count. `countedFrom` names the counted version, and the changes that the feed did not have yet.
 */
const FiguresModel = defineModel(
  'Figures',
  'campaign_figures',
  stored({
    workspaceId: string,
    version: number,
    countedFrom: optional(string),
    countedAt: optional(date),
    figures: optional(object<object>()),
  }),
);
type FiguresDoc = DocOf<typeof FiguresModel>;

/** Figures to count: `source` changes with the campaign and with the options of the count. */
export interface FiguresKey {
  campaignId: string;
  source: string;
}

export interface FoundFigures<Kept> {
  /** Version to count. Keep it with the result. */
  countedFrom: string;
  /** Null if they are to be counted. */
  figures: Kept | null;
}

/** Figures of these campaigns, by ID, unless one of their records has changed since. */
export async function findFigures<Kept>(
  workspaceId: string,
  keys: readonly FiguresKey[],
): Promise<Map<string, FoundFigures<Kept>>> {
  // First, so that a change which is no longer pending is in the versions.
  const pending = await findPending(workspaceId);
  const ids = keys.map(({ campaignId }) => campaignId);
  const found = await FiguresModel.find({ workspaceId, _id: { $in: ids } }).lean<FiguresDoc[]>();
  const byId = new Map(found.map((doc) => [doc._id, doc]));
  return new Map(
    keys.map(({ campaignId, source }) => {
      const last = byId.get(campaignId);
      const countedFrom = `${last?.version ?? 0} ${source} ${pending.marksOf(campaignId)}`;
      const isTrue = last?.countedFrom === countedFrom && last.countedAt!.getTime() > pending.knownFrom + commitMs;
      return [campaignId, { countedFrom, figures: isTrue ? (last.figures as Kept) : null }];
    }),
  );
}

/** Call before the records are counted, so that whatever changes meanwhile is noticed. */
export async function startFigures(workspaceId: string, campaignId: string): Promise<void> {
  const created = { $setOnInsert: { version: 0 } };
  await FiguresModel.updateOne({ workspaceId, _id: campaignId }, created, { upsert: true });
}

/** `countedAt`: when the count began. */
export async function saveFigures(
  workspaceId: string,
  campaignId: string,
  counted: { countedFrom: string; countedAt: Date; figures: object },
): Promise<void> {
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

interface Pending {
  campaignId?: string | null;
  mark: string;
}

/** Newest changes that the feed does not have yet. Those before `knownFrom` (milliseconds) may be incomplete. */
async function findPending(workspaceId: string) {
  const models = Object.values(mongoose.models).filter((model) => {
    const type = markedTypeOf(model.collection.collectionName);
    return type !== undefined && countedTypes.includes(type);
  });
  const found = await Promise.all([
    ...models.map((model) => newestIn(model, workspaceId, changeMark)),
    newestIn(DeletionModel, workspaceId, '_id'),
  ]);
  const oldest = found.filter(({ length }) => length === pendingMax).map((changes) => decodeTime(changes.at(-1)!.mark));
  const byCampaign = Map.groupBy(found.flat(), ({ campaignId }) => campaignId);
  return {
    knownFrom: Math.max(0, ...oldest),
    marksOf(campaignId: string): string {
      const marks = (byCampaign.get(campaignId) ?? []).map(({ mark }) => mark);
      return marks.length === 0 ? '' : hash('sha256', marks.sort().join(), 'hex').slice(0, 16);
    },
  };
}

/** Sorted by the indexed member, so that the store reads nothing else. */
async function newestIn<Doc>(model: Model<Doc>, workspaceId: string, member: string): Promise<Pending[]> {
  const newest = model
    .find({ workspaceId, [member]: { $exists: true } })
    .select({ campaignId: 1, [member]: 1 })
    .sort({ [member]: -1 })
    .limit(pendingMax);
  const found = await newest.lean<(Pending & Record<string, string>)[]>();
  return found.map(({ campaignId, [member]: mark }) => ({ campaignId, mark: mark! }));
}
