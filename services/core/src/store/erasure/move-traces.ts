import { EnrollmentModel } from '../campaigns/enrollment-model.ts';
import { StepTextModel } from '../campaigns/step-text-store.ts';
import { insertDocuments } from '../documents/insert-documents.ts';
import { cancelMessagesFor } from '../messages/message-store.ts';
import { ScoreModel } from '../scoring/score-store.ts';
import { TaskModel } from '../tasks/task-store.ts';
import { modelNamed, modelsWith, tracesMax } from './contact-traces-store.ts';
import type { MergedRecord } from './merge-store.ts';
import { moveSubject } from './move-subject.ts';
import {
  type MergeTrace,
  type Move,
  type MovedReferences,
  moveBack,
  moveReferences,
  takeOut,
} from './moved-references.ts';

/**
 * Moves the history of one contact to another. If both are enrolled in a campaign, the kept contact's enrollment stays.
 */
export async function moveTraces(move: Move, now: Date): Promise<MergeTrace> {
  const { workspaceId, fromId, toId } = move;
  await cancelMessagesFor(workspaceId, { contactId: fromId }, now);
  const kept = await EnrollmentModel.find({ workspaceId, contactId: toId }, { campaignId: 1 }).limit(tracesMax).lean();
  const doubled = { workspaceId, contactId: fromId, campaignId: { $in: kept.map(({ campaignId }) => campaignId) } };
  const own = await StepTextModel.find({ workspaceId, contactId: toId }, { stepId: 1 }).limit(tracesMax).lean();
  const doubledTexts = { workspaceId, contactId: fromId, stepId: { $in: own.map(({ stepId }) => stepId) } };
  const removed = [
    ...(await takeOut(EnrollmentModel, doubled)),
    ...(await takeOut(TaskModel, doubled)),
    ...(await takeOut(StepTextModel, doubledTexts)),
  ];
  const moved: MovedReferences[] = [];
  for (const model of modelsWith('contactId')) moved.push(...(await moveReferences(model, 'contactId' as '_id', move)));
  const subject = await moveSubject(move);
  return { moved: [...moved, ...subject.moved], removed: [...removed, ...subject.removed] };
}

/**
 * Gives a record that was merged its history back. Sequences and tasks that the merge deleted return as ended, because
 * their messages were canceled. Call inside a transaction, after the record is back.
 */
export async function moveTracesBack(merged: MergedRecord, now: Date): Promise<void> {
  const { workspaceId, id: fromId, keptId: toId } = merged;
  await moveBack(merged.moved, { workspaceId, fromId, toId });
  for (const { model, documents } of merged.removed) {
    if (model === ScoreModel.modelName) await removeCopies(documents as Copied[], toId);
    await insertDocuments(
      modelNamed(model),
      documents.map((each) => ({ ...each, ...endOf(model, each, now) })),
    );
  }
}

type Copied = { _id: string; workspaceId: string; profileId: string; scoredAt: Date };

/** Removes the scores that the kept record took over, unless it was scored again. */
async function removeCopies(scores: readonly Copied[], keptId: string): Promise<void> {
  for (const { workspaceId, profileId, scoredAt } of scores)
    await ScoreModel.deleteOne({ workspaceId, _id: `${keptId}:${profileId}`, scoredAt });
}

function endOf(model: string, document: object, now: Date): object {
  if (model === EnrollmentModel.modelName && 'endedAt' in document && document.endedAt === null)
    return { state: 'removed', endedAt: now, updatedAt: now };
  if (model === TaskModel.modelName && 'state' in document && document.state === 'open')
    return { state: 'skipped', skipReason: 'sequence_ended', isAnnounced: true, closedAt: now, updatedAt: now };
  return {};
}
