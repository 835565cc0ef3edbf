import { hash } from 'node:crypto';
import type { Actor, Via } from '../../members/actor.ts';
import { canonicalJson } from '../../values/canonical-json.ts';

/** Audit log entry without the parts that may have to be erased with a person. The chain covers these facts. */
export interface ChainedFacts {
  _id: string;
  workspaceId: string;
  actor: Actor;
  via: Via;
  action: string;
  effect: string;
  /** SHA-256 of the canonical input. Identifies the request without storing it. */
  inputDigest: string;
  requestId: string;
  /** "ok", or the error code of a rejected request. */
  result: string;
  credits: number;
  subjectIds: string[];
  /** Records that a subject was merged into later. */
  joinedIds?: string[];
  /** The approving member, if the action needed approval. */
  approvedBy?: Actor;
  createdAt: Date;
}

/** Position of an entry in its workspace's chain. Each hash covers the preceding one. */
export interface ChainLink {
  seq: number;
  hash: string;
}

export const chainStart: ChainLink = { seq: 0, hash: '0'.repeat(64) };

/** Excludes the summary, address, names, and the caller's key, because they may have to be erased. */
export function factsOf(entry: ChainedFacts): unknown[] {
  const { _id, workspaceId, actor, via, action, effect, inputDigest, requestId, result, credits } = entry;
  const people = [actor.kind, actor.id, entry.approvedBy?.id ?? null];
  const subjectIds = entry.subjectIds.filter((id) => !entry.joinedIds?.includes(id));
  const what = [via, action, effect, inputDigest, requestId, result, credits, subjectIds];
  return [_id, workspaceId, ...people, ...what, entry.createdAt.toISOString()];
}

export function linkAfter(before: ChainLink, entry: ChainedFacts): ChainLink {
  return { seq: before.seq + 1, hash: hash('sha256', canonicalJson([before.hash, ...factsOf(entry)])) };
}
