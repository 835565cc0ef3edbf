import { addMember } from '../../store/members/membership-store.ts';
import { createUser } from '../../store/members/user-store.ts';

let count = 0;

/** Adds a member, without a password unless one is given. Returns the user ID. */
export async function seedMember(workspaceId: string, now: Date, passwordHash = 'none'): Promise<string> {
  count += 1;
  const person = { email: `${workspaceId}.${count}@colleagues.example`, name: `Colleague ${count}` };
  const { id } = await createUser({ ...person, passwordHash, now });
  await addMember(workspaceId, id, 'member', now);
  return id;
}
