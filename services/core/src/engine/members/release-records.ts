import type { Actor, Via } from '../../domain/members/actor.ts';
import { insertJob } from '../../store/jobs/job-store.ts';
import { findMarked } from '../../store/lists/record-marks-store.ts';
import { currentTraceparent } from '../../tracing/traced.ts';

interface Removal {
  workspaceId: string;
  /** The removed member. */
  userId: string;
  name: string;
  act: { actor: Actor; via: Via; requestId: string };
  now: Date;
}

/** Queues a job by which the contacts and companies of a removed member belong to no one. Call inside a transaction. */
export async function releaseRecords({ workspaceId, userId, name, act, now }: Removal): Promise<void> {
  const types = ['contact', 'company'] as const;
  const owned = await Promise.all(types.map((type) => findMarked(workspaceId, type, 'ownerId', userId, 1)));
  if (owned.flat().length === 0) return;
  const { actor, via, requestId } = act;
  const input = { types, field: 'ownerId', from: userId };
  const job = { kind: 'move_marks' as const, title: `Release the records of ${name}`, input, scopes: [] };
  await insertJob(workspaceId, { ...job, actor, via, requestId, traceparent: currentTraceparent() }, now);
}
