import { defineModel, stored } from '../documents/define-model.ts';
import { writeMany } from '../documents/insert-documents.ts';
import { number } from '../documents/paths.ts';

/** The number sequence of each workspace, which orders its events and changes by commit. The ID is the workspace's. */
const SequenceModel = defineModel('Sequence', 'sequences', stored({ number }));

/**
 * Takes the next number of each workspace. Call inside a transaction: a transaction that takes a later number of the
 * same workspace commits after this one, so a reader that sees a number has seen everything before it.
 */
export async function takeNumbers(workspaceIds: readonly string[], count = 1): Promise<Map<string, number>> {
  const ids = [...new Set(workspaceIds)].sort();
  await writeMany(
    SequenceModel,
    ids.map((_id) => ({ updateOne: { filter: { _id }, update: { $inc: { number: count } }, upsert: true } })),
  );
  const found = await SequenceModel.find({ _id: { $in: ids } }).lean();
  return new Map(found.map((sequence) => [sequence._id, sequence.number]));
}

/** Last number taken in the workspace. */
export async function lastNumber(workspaceId: string): Promise<number> {
  return (await SequenceModel.findOne({ _id: workspaceId }).lean())?.number ?? 0;
}
