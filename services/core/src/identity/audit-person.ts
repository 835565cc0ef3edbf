import { hash } from 'node:crypto';
import type { Actor, Via } from '../domain/actor.ts';
import { addAuditEntry } from '../store/requests/audit-store.ts';

export interface PersonalAct {
  actor: Actor;
  via: Extract<Via, 'app' | 'operator'>;
  requestId: string;
  action: string;
  effect: 'write' | 'destroy' | 'spend';
  summary: string;
  subjectIds?: string[];
  input?: unknown;
}

/** What only a person may do is no action of the API; the audit log has it all the same. */
export async function auditPerson(workspaceId: string, act: PersonalAct, now: Date): Promise<void> {
  const { input = {}, subjectIds = [], ...rest } = act;
  const inputDigest = hash('sha256', JSON.stringify(input), 'hex');
  await addAuditEntry({ workspaceId, ...rest, subjectIds, inputDigest, result: 'ok', credits: 0, createdAt: now });
}

export function personActor(user: { id: string; name: string }): Actor {
  return { kind: 'user', id: user.id, name: user.name, userId: user.id };
}
