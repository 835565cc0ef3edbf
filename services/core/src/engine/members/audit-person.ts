import { hash } from 'node:crypto';
import type { Actor, Via } from '../../domain/members/actor.ts';
import { addAuditEntry } from '../../store/events/audit/audit-store.ts';

export interface PersonalAct {
  actor: Actor;
  via: Extract<Via, 'app' | 'operator'>;
  requestId: string;
  /** IP address of the caller. */
  address?: string;
  action: string;
  effect: 'write' | 'destroy' | 'spend';
  summary: string;
  subjectIds?: string[];
  input?: unknown;
  /** Error code. Absent if the act succeeded. */
  result?: string;
}

/** Audits an act that only a person can do. Such acts are not API actions, but belong in the audit log. */
export async function auditPerson(workspaceId: string, act: PersonalAct, now: Date): Promise<void> {
  const { input = {}, subjectIds = [], result = 'ok', ...rest } = act;
  const inputDigest = hash('sha256', JSON.stringify(input), 'hex');
  await addAuditEntry({ workspaceId, ...rest, subjectIds, inputDigest, result, credits: 0, createdAt: now });
}

export function personActor(user: { id: string; name: string }): Actor {
  return { kind: 'user', id: user.id, name: user.name, userId: user.id };
}
