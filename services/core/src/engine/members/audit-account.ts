import { listWorkspacesOf } from '../../store/members/membership-store.ts';
import { auditPerson, type PersonalAct } from './audit-person.ts';

/** What concerns a person's account stands in the audit log of each workspace that they reach with it. */
export async function auditAccount(
  userId: string,
  act: Omit<PersonalAct, 'effect' | 'subjectIds'>,
  now: Date,
): Promise<void> {
  for (const { id } of await listWorkspacesOf(userId)) {
    await auditPerson(id, { ...act, effect: 'write', subjectIds: [userId] }, now);
  }
}
