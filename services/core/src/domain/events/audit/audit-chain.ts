import { hash } from 'node:crypto';
import type { Actor, Via } from '../../members/actor.ts';
import { canonicalJson } from '../../values/canonical-json.ts';

/** An entry of the audit log, as far as it can be kept when a person is erased: what the chain vouches for. */
export interface ChainedFacts {
  _id: string;
  workspaceId: string;
  actor: Actor;
  via: Via;
  action: string;
  effect: string;
  /** SHA-256 of the canonical input: shows what was asked without keeping it. */
  inputDigest: string;
  requestId: string;
  /** "ok", or the error code of a refusal. */
  result: string;
  credits: number;
  subjectIds: string[];
  /** Those of the subjects that were added afterwards: records into which one of the others was merged. */
  joinedIds?: string[];
  /** The member who approved it, where it needed a person. */
  approvedBy?: Actor;
  createdAt: Date;
}

/** The place of an entry in the chain of its workspace; each hash covers the one before. */
export interface ChainLink {
  seq: number;
  hash: string;
}

export const chainStart: ChainLink = { seq: 0, hash: '0'.repeat(64) };

/** Summary, address, names and the caller's key are left out: they may have to be erased. */
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
