import { type ChainedFacts, type ChainLink, chainStart, linkAfter } from '../../../domain/events/audit/audit-chain.ts';
import type { AuditMark } from '../../../domain/events/audit/audit-mark.ts';
import { type DocOf, defineModel, stored } from '../../documents/define-model.ts';
import { number, string, withDefault } from '../../documents/paths.ts';
import { inTransaction } from '../../documents/transaction.ts';
import { type AuditDoc, AuditModel } from './audit-store.ts';

/** Position of a workspace's chain. `_id` is the workspace's ID. */
type ChainDoc = DocOf<typeof ChainModel>;

const ChainModel = defineModel(
  'AuditChain',
  'audit_chains',
  stored({
    seq: number,
    hash: string,
    /** Sequence number up to which the workspace's own retention removed entries. */
    removedThrough: withDefault(number, 0),
  }),
);

export type AuditChain = Omit<ChainDoc, '_id'>;
export type ChainedEntry = ChainedFacts & { chain?: ChainLink; mark?: AuditMark };

const chainedAtOnce = 200;

export async function findChain(workspaceId: string): Promise<AuditChain> {
  return (await ChainModel.findOne({ _id: workspaceId }).lean<ChainDoc>()) ?? { ...chainStart, removedThrough: 0 };
}

/** Some of the workspaces with unchained entries. */
export async function findUnchainedWorkspaces(): Promise<string[]> {
  const found = await AuditModel.find({ 'chain.seq': null }, { workspaceId: 1 })
    .limit(chainedAtOnce)
    .lean<AuditDoc[]>();
  return [...new Set(found.map(({ workspaceId }) => workspaceId))];
}

/** Chains the oldest unchained entries of a workspace. Two concurrent instances produce one chain. */
export function chainSome(workspaceId: string): Promise<number> {
  return inTransaction(async () => {
    const before = await findChain(workspaceId);
    const entries = await AuditModel.find({ workspaceId, 'chain.seq': null })
      .sort({ _id: 1 })
      .limit(chainedAtOnce)
      .lean<AuditDoc[]>();
    if (entries.length === 0) return 0;
    let last: ChainLink = before;
    const operations = entries.map((entry) => {
      last = linkAfter(last, entry);
      return { updateOne: { filter: { workspaceId, _id: entry._id }, update: { $set: { chain: last } } } };
    });
    await AuditModel.bulkWrite(operations);
    await ChainModel.updateOne(
      { _id: workspaceId },
      { $set: last, $setOnInsert: { removedThrough: 0 } },
      { upsert: true },
    );
    return entries.length;
  });
}

/** Records entries that the workspace's own retention is about to remove. */
export async function noteRemovedEntries(workspaceId: string, ids: string[]): Promise<void> {
  const [last] = await AuditModel.find({ workspaceId, _id: { $in: ids } })
    .sort({ 'chain.seq': -1 })
    .limit(1)
    .lean<AuditDoc[]>();
  const through = last?.chain?.seq ?? 0;
  await ChainModel.updateOne({ _id: workspaceId }, { $max: { removedThrough: through } });
}

/** Yields every chained entry in chain order, and the number of unchained entries. */
export async function* readChained(workspaceId: string): AsyncGenerator<ChainedEntry> {
  const chained = { workspaceId, 'chain.seq': { $gt: 0 } };
  yield* AuditModel.find(chained)
    .sort({ 'chain.seq': 1, _id: 1 })
    .lean<AuditDoc>()
    .cursor({ batchSize: 500 }) as AsyncIterable<ChainedEntry>;
}

const countedMax = 10_000;

export async function findTail(workspaceId: string): Promise<{ count: number; since: Date | null }> {
  const where = { workspaceId, 'chain.seq': null };
  const count = await AuditModel.countDocuments(where, { limit: countedMax });
  const oldest = await AuditModel.findOne(where).sort({ _id: 1 }).lean<AuditDoc>();
  return { count, since: oldest?.createdAt ?? null };
}
