import type { RevealedPerson } from '../../../domain/prospects/prospect.ts';
import type { PeopleKind } from '../../../domain/workspaces/providers/provider-kinds.ts';
import { type DocOf, defineModel, stored } from '../../documents/define-model.ts';
import { choice, date, nullable, number, object, optional, string, stringOf, strings } from '../../documents/paths.ts';
import { isDuplicateKey } from '../../documents/transaction.ts';

const keptSeconds = 30 * 24 * 60 * 60;
/** Time after which a question without an answer was left by a process that ended. */
const heldMs = 45_000;
const released = new Date(0);

function after(now: Date): Date {
  return new Date(now.getTime() + heldMs);
}

/** Question about one person to a provider, kept so that it is not asked, and billed, twice. */
type QuestionDoc = DocOf<typeof QuestionModel>;

const QuestionModel = defineModel(
  'ProviderQuestion',
  'provider_questions',
  stored({
    workspaceId: string,
    kind: stringOf<PeopleKind>(),
    state: choice(['asked', 'answered']),
    /** Attempts without a known end, and the current one. */
    attempts: number,
    /** Number of a request that the provider works on. */
    requestId: optional(string),
    /** Null: it found no one. */
    person: nullable(object<RevealedPerson>()),
    cost: number,
    /** Email addresses of the question and the answer, so that an erasure finds them. */
    emails: strings,
    askedAt: date,
    /** Until then, a process waits for the answer. */
    heldUntil: date,
  })
    .index({ workspaceId: 1, emails: 1 })
    .index({ workspaceId: 1, kind: 1, attempts: 1 })
    .index({ askedAt: 1 }, { expireAfterSeconds: keptSeconds }),
);

export interface QuestionKey {
  workspaceId: string;
  kind: PeopleKind;
  digest: string;
}

export type Question = Pick<QuestionDoc, 'state' | 'attempts' | 'requestId' | 'person' | 'cost' | 'heldUntil'>;

function idOf({ workspaceId, kind, digest }: QuestionKey): string {
  return `${workspaceId}:${kind}:${digest}`;
}

/** Starts a question. Returns it as stored if it was asked before, and null if it is new. */
export async function startQuestion(key: QuestionKey, emails: string[], now: Date): Promise<Question | null> {
  const { workspaceId, kind } = key;
  const question = {
    state: 'asked' as const,
    attempts: 1,
    person: null,
    cost: 0,
    emails,
    askedAt: now,
    heldUntil: after(now),
  };
  try {
    await QuestionModel.create([{ _id: idOf(key), workspaceId, kind, ...question }]);
    return null;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const found = await QuestionModel.findOne({ workspaceId, _id: idOf(key) }).lean<QuestionDoc>();
    // It can have been withdrawn in between.
    return found ?? startQuestion(key, emails, now);
  }
}

/** Takes over a question that has no answer. False if someone else did. */
export async function takeQuestion(key: QuestionKey, { heldUntil, attempts, requestId }: Question, now: Date) {
  const isResumed = requestId !== undefined;
  const { modifiedCount } = await QuestionModel.updateOne(
    { workspaceId: key.workspaceId, _id: idOf(key), state: 'asked', heldUntil },
    { $set: { heldUntil: after(now), attempts: isResumed ? attempts : attempts + 1 } },
  );
  return modifiedCount > 0;
}

export async function saveRequest(key: QuestionKey, requestId: string): Promise<void> {
  await QuestionModel.updateOne({ workspaceId: key.workspaceId, _id: idOf(key) }, { $set: { requestId } });
}

export async function saveAnswer(key: QuestionKey, { person, cost }: Pick<Question, 'person' | 'cost'>): Promise<void> {
  await QuestionModel.updateOne(
    { workspaceId: key.workspaceId, _id: idOf(key) },
    {
      $set: { state: 'answered', person, cost },
      ...(person?.email && { $addToSet: { emails: person.email } }),
    },
  );
}

/** Takes an attempt back that the provider rejected. Earlier ones without an answer still count. */
export async function withdrawAttempt(key: QuestionKey): Promise<void> {
  const own = { workspaceId: key.workspaceId, _id: idOf(key) };
  const { deletedCount } = await QuestionModel.deleteOne({ ...own, attempts: { $lte: 1 } });
  if (deletedCount === 0) await QuestionModel.updateOne(own, { $inc: { attempts: -1 }, $set: { heldUntil: released } });
}

/** Lets the next caller take over immediately. */
export async function releaseQuestion(key: QuestionKey): Promise<void> {
  await QuestionModel.updateOne({ workspaceId: key.workspaceId, _id: idOf(key) }, { $set: { heldUntil: released } });
}

/** Number of questions that were asked a second time. */
export function countUnconfirmed(workspaceId: string, kind: PeopleKind): Promise<number> {
  return QuestionModel.countDocuments({ workspaceId, kind, attempts: { $gt: 1 } });
}
