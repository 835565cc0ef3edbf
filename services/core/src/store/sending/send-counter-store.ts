import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import { writeMany } from '../documents/insert-documents.ts';
import { date, number, string } from '../documents/paths.ts';

/** Number of messages that count for a mailbox, campaign, or company on one day. */
type SendCounterDoc = DocOf<typeof SendCounterModel>;

const keptMs = 400 * 86_400_000;

const schema = stored({
  workspaceId: string,
  subjectId: string,
  /** YYYY-MM-DD in the cap's time zone. */
  day: string,
  count: number,
  expiresAt: date,
});
schema.index({ workspaceId: 1, subjectId: 1, day: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const SendCounterModel = defineModel('SendCounter', 'send_counters', schema);

function idOf(workspaceId: string, subjectId: string, day: string) {
  return `${workspaceId}/${subjectId}/${day}`;
}

/** Slots under a daily cap that are reserved together. */
export interface Places {
  subjectId: string;
  cap: number;
  count: number;
}

/**
 * Reserves `count` slots under each of the caps in one command. Returns the subjects with too few slots, of which none
 * are taken. Correct under any number of workers, since each reservation is one conditional update.
 */
export async function reservePlaces(
  workspaceId: string,
  day: string,
  places: Places[],
  now: Date,
): Promise<Set<string>> {
  if (places.length === 0) return new Set();
  const expiresAt = new Date(now.getTime() + keptMs);
  const operations = places.map(({ subjectId, cap, count }) => ({
    updateOne: {
      filter: { _id: idOf(workspaceId, subjectId, day), count: { $lte: cap - count } },
      update: { $inc: { count }, $setOnInsert: { workspaceId, subjectId, day, expiresAt } },
      upsert: true,
    },
  }));
  try {
    await writeMany(SendCounterModel, operations);
    return new Set();
  } catch (error) {
    // For a counter that is full (or was just created by another worker), the upsert collides on _id.
    const failed = collisionsOf(error);
    if (failed === null) throw error;
    return new Set(failed.map((index) => places[index]!.subjectId));
  }
}

function collisionsOf(error: unknown): number[] | null {
  const { writeErrors } = error as { writeErrors?: { index: number; code: number }[] };
  if (!Array.isArray(writeErrors) || writeErrors.some(({ code }) => code !== duplicateKey)) return null;
  return writeErrors.map(({ index }) => index);
}

const duplicateKey = 11_000;

/** Returns unused slots. */
export async function releasePlaces(
  workspaceId: string,
  day: string,
  places: Pick<Places, 'subjectId' | 'count'>[],
): Promise<void> {
  if (places.length === 0) return;
  const operations = places.map(({ subjectId, count }) => ({
    updateOne: {
      filter: { _id: idOf(workspaceId, subjectId, day), count: { $gte: count } },
      update: { $inc: { count: -count } },
    },
  }));
  await writeMany(SendCounterModel, operations);
}

/** Reads many counters in one command. */
export async function countAllSends(
  workspaceId: string,
  wanted: { subjectId: string; day: string }[],
): Promise<(subjectId: string, day: string) => number> {
  const _id = { $in: wanted.map(({ subjectId, day }) => idOf(workspaceId, subjectId, day)) };
  const found =
    wanted.length === 0 ? [] : await SendCounterModel.find({ _id }).limit(wanted.length).lean<SendCounterDoc[]>();
  const counts = new Map(found.map((counter) => [counter._id, counter.count]));
  return (subjectId, day) => counts.get(idOf(workspaceId, subjectId, day)) ?? 0;
}
