import mongoose, { type Model } from 'mongoose';
import type { ChangeType } from '../../../domain/events/change-types.ts';
import { newId } from '../../../domain/values/ids.ts';
import { toRecord } from '../../documents/define-model.ts';
import { insertDocuments, writeMany } from '../../documents/insert-documents.ts';
import { inTransaction } from '../../documents/transaction.ts';
import { changeMark, markedTypeOf } from '../../feed/change-marks.ts';
import { takeNumbers } from '../sequence-store.ts';
import { type ChangeDoc, ChangeModel, type RecordState } from './change-store.ts';
import { type DeletionDoc, DeletionModel } from './deletion-store.ts';
import { touchFigures } from './figures-store.ts';

/** Maximum records of one type, or deletions, in one step. */
const recordsPerStep = 200;
/** A deletion outside of a transaction follows its note within this time, in milliseconds. */
const deletionMsMax = 60_000;

type MarkedDoc = Record<string, unknown> & { _id: string; workspaceId?: string; changeMark?: string };

/** Records of each type as the feed shows them, without secrets. */
export type ChangeViews = Record<ChangeType, { view(record: object): object }['view']>;

interface Marked extends Pick<DeletionDoc, 'workspaceId' | 'type' | 'recordId' | 'campaignId'> {
  /** Orders the changes that are published together. */
  mark: string;
}

function markedModels(): [ChangeType, Model<MarkedDoc>][] {
  return Object.values(mongoose.models).flatMap((model) => {
    const type = markedTypeOf(model.collection.collectionName);
    return type === undefined ? [] : [[type, model as Model<MarkedDoc>]];
  });
}

/**
 * Moves committed changes into the feed, in order of their marks, and numbers them. Several workers can do this, and
 * can be killed: what is published twice has no difference the second time. Returns false if there was nothing to do.
 */
export async function publishChanges(views: ChangeViews, now: Date): Promise<boolean> {
  const models = new Map(markedModels());
  const batches = await Promise.all([
    findDeletions(models),
    ...[...models].map(([type, model]) => findMarked(type, model)),
  ]);
  // Records of a full batch can have further changes, which come before the later ones of other batches.
  const until = batches.flatMap((batch) => (batch.length < recordsPerStep ? [] : batch.at(-1)!.mark)).sort()[0];
  const marked = batches.flat().filter(({ mark }) => until === undefined || mark <= until);
  for (const [workspaceId, own] of Map.groupBy(marked, (each) => each.workspaceId))
    await inTransaction(() => publishIn(workspaceId, own, models, { views, now }));
  for (const [type, own] of Map.groupBy(marked, (each) => each.type)) await clearMarks(models.get(type)!, own);
  return marked.length > 0;
}

async function findMarked(type: ChangeType, model: Model<MarkedDoc>): Promise<Marked[]> {
  const found = await model
    .find({ [changeMark]: { $exists: true } })
    .select({ _id: 1, workspaceId: 1, [changeMark]: 1 })
    .sort({ [changeMark]: 1 })
    .limit(recordsPerStep)
    .lean<MarkedDoc[]>();
  return found.map((doc) => ({
    workspaceId: doc.workspaceId ?? doc._id,
    type,
    recordId: doc._id,
    mark: doc[changeMark]!,
  }));
}

type Models = ReadonlyMap<ChangeType, Model<MarkedDoc>>;

/** Noted deletions that have happened. Removes those that did not happen in time. */
async function findDeletions(models: Models): Promise<Marked[]> {
  const found = await DeletionModel.find().sort({ _id: 1 }).limit(recordsPerStep).lean<DeletionDoc[]>();
  const ended: Marked[] = [];
  for (const { _id, workspaceId, type, recordId, campaignId, at } of found) {
    const isThere = await models.get(type)!.exists({ workspaceId, _id: recordId });
    if (!isThere) ended.push({ workspaceId, type, recordId, campaignId, mark: _id });
    else if (Date.now() - at.getTime() > deletionMsMax) await DeletionModel.deleteOne({ workspaceId, _id });
  }
  return ended;
}

async function publishIn(
  workspaceId: string,
  marked: readonly Marked[],
  models: Models,
  { views, now }: { views: ChangeViews; now: Date },
): Promise<void> {
  const ordered = marked.toSorted((one, other) => (one.mark < other.mark ? -1 : 1));
  const typeOf = new Map(ordered.map(({ recordId, type }) => [recordId, type]));
  const recordId = { $in: [...typeOf.keys()] };
  // First, so that the states below are newer than all numbers taken before, and an erasure is before or after.
  const last = (await takeNumbers([workspaceId], typeOf.size)).get(workspaceId)!;
  const states = await findStates(workspaceId, marked, models);
  const latest = await ChangeModel.find({ workspaceId, recordId, isLatest: true }).lean<ChangeDoc[]>();
  const latestOf = new Map(latest.map((change) => [change.recordId, change]));
  const changes = [...typeOf].flatMap(([id, type]) => changeOf(type, id, states.get(id), latestOf.get(id), views));
  const campaignsOf = ({ recordId: id, campaignId }: Marked) => [
    campaignId,
    states.get(id)?.campaignId,
    latestOf.get(id)?.after?.campaignId,
  ];
  await touchFigures(workspaceId, ordered.flatMap(campaignsOf));
  const replaced = changes.flatMap((change) => latestOf.get(change.recordId)?._id ?? []);
  const end = { $set: { replacedAt: now }, $unset: { isLatest: '' } } as const;
  if (replaced.length > 0) await ChangeModel.updateMany({ workspaceId, _id: { $in: replaced } }, end);
  await insertDocuments(
    ChangeModel,
    changes.map((change, index) => ({
      ...change,
      _id: newId('chg'),
      workspaceId,
      number: last - typeOf.size + index + 1,
      at: now,
      // Nothing follows the deletion of a record.
      ...(change.after === null ? { replacedAt: now } : { isLatest: true }),
    })),
  );
  await DeletionModel.deleteMany({ workspaceId, _id: { $in: marked.map(({ mark }) => mark) } });
}

/** None if the feed already has this state. */
function changeOf(
  type: ChangeType,
  recordId: string,
  doc: MarkedDoc | undefined,
  latest: ChangeDoc | undefined,
  views: ChangeViews,
): Pick<ChangeDoc, 'type' | 'recordId' | 'contactId' | 'after' | 'was'>[] {
  const after = doc === undefined ? null : plain(views[type](toRecord(doc)));
  const was = latest?.after ? formerValues(latest.after, after) : null;
  if (was !== null && Object.keys(was).length === 0) return [];
  const contactId = (type === 'contact' ? recordId : doc?.contactId) ?? latest?.contactId;
  return [{ type, recordId, ...(typeof contactId === 'string' && { contactId }), after, was }];
}

/** Current state of the records, by ID. A record without a state is deleted. */
async function findStates(
  workspaceId: string,
  marked: readonly Marked[],
  models: Models,
): Promise<Map<string, MarkedDoc>> {
  const states = new Map<string, MarkedDoc>();
  for (const [type, own] of Map.groupBy(marked, (each) => each.type)) {
    const model = models.get(type)!;
    const inWorkspace = model.schema.path('workspaceId') ? { workspaceId } : {};
    const found = model.find({ ...inWorkspace, _id: { $in: own.map(({ recordId }) => recordId) } });
    for (const doc of await found.lean<MarkedDoc[]>()) states.set(doc._id, doc);
  }
  return states;
}

/** Records as the feed shows them, by ID. */
export async function findChangeViews(
  workspaceId: string,
  records: readonly Pick<Marked, 'type' | 'recordId'>[],
  views: ChangeViews,
): Promise<Map<string, RecordState>> {
  const marked = records.map((record) => ({ ...record, workspaceId, mark: '' }));
  const states = await findStates(workspaceId, marked, new Map(markedModels()));
  const shown = new Map<string, RecordState>();
  for (const { type, recordId } of marked) {
    const doc = states.get(recordId);
    if (doc !== undefined) shown.set(recordId, plain(views[type](toRecord(doc))));
  }
  return shown;
}

function plain(view: object): RecordState {
  return JSON.parse(JSON.stringify(view)) as RecordState;
}

function formerValues(before: RecordState, after: RecordState | null): RecordState {
  if (after === null) return before;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(changed.map((name) => [name, before[name] ?? null]));
}

/** Keeps the marks of records that changed again. */
async function clearMarks(model: Model<MarkedDoc>, marked: readonly Marked[]): Promise<void> {
  if (marked.length === 0) return;
  const isOwn = model.schema.path('workspaceId') === undefined;
  const operations = marked.map(({ workspaceId, recordId, mark }) => ({
    updateOne: {
      filter: { ...(isOwn ? {} : { workspaceId }), _id: recordId, [changeMark]: mark },
      update: { $unset: { [changeMark]: '' } },
    },
  }));
  await writeMany(model, operations);
}
