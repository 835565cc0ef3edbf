import { hash } from 'node:crypto';
import type { Actor, Via } from '../../domain/members/actor.ts';
import { addAuditEntry } from '../../store/events/audit/audit-store.ts';

export interface PersonalAct {
  actor: Actor;
  via: Extract<Via, 'app' | 'operator'>;
  requestId: string;
  /** Of the machine that asked. */
  address?: string;
  action: string;
  effect: 'write' | 'destroy' | 'spend';
  summary: string;
  subjectIds?: string[];
  input?: unknown;
  /** The code of a refusal; absent: it was done. */
  result?: string;
}

/** What only a person may do is no action of the API; the audit log has it all the same. */
export async function auditPerson(workspaceId: string, act: PersonalAct, now: Date): Promise<void> {
  const { input = {}, subjectIds = [], result = 'ok', ...rest } = act;
  const inputDigest = hash('sha256', JSON.stringify(input), 'hex');
  await addAuditEntry({ workspaceId, ...rest, subjectIds, inputDigest, result, credits: 0, createdAt: now });
}

export function personActor(user: { id: string; name: string }): Actor {
  return { kind: 'user', id: user.id, name: user.name, userId: user.id };
}
