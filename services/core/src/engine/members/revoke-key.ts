import { inTransaction } from '../../store/documents/transaction.ts';
import { revokeApiKey } from '../../store/members/api-key-store.ts';
import { cancelRequests } from '../approvals/cancel-waiting.ts';
import { auditPerson, type PersonalAct } from './audit-person.ts';

/** Revokes the key and cancels its pending requests. Returns false if it was already revoked. */
export function revokeKey(
  workspaceId: string,
  keyId: string,
  act: Pick<PersonalAct, 'actor' | 'via' | 'requestId' | 'address'>,
  now: Date,
): Promise<boolean> {
  return inTransaction(async () => {
    if (!(await revokeApiKey(workspaceId, keyId, now))) return false;
    await cancelRequests(workspaceId, { connectionId: keyId }, now);
    const summary = `Revoked the API key ${keyId}.`;
    const revoking = { action: 'revoke_api_key', effect: 'destroy' } as const;
    await auditPerson(workspaceId, { ...act, ...revoking, summary, subjectIds: [keyId] }, now);
    return true;
  });
}
