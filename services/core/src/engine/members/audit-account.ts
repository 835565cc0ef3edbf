import { listWorkspacesOf } from '../../store/members/membership-store.ts';
import { auditPerson, type PersonalAct } from './audit-person.ts';

/** Writes an account change to the audit log of each workspace that the account can access. */
export async function auditAccount(
  userId: string,
  act: Omit<PersonalAct, 'effect' | 'subjectIds'>,
  now: Date,
): Promise<void> {
  for (const { id } of await listWorkspacesOf(userId)) {
    await auditPerson(id, { ...act, effect: 'write', subjectIds: [userId] }, now);
  }
}
