import type { AuthorityEnd } from '../../domain/members/authority-ends.ts';
import { type Role, roles } from '../../domain/members/role.ts';
import { AppError, notFound } from '../../errors/errors.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { removeDraftsOf } from '../../store/members/draft-store.ts';
import { giveApiKey, listApiKeysOf } from '../../store/members/granted-keys.ts';
import {
  changeRole,
  findMembership,
  holdStanding,
  type MembershipRecord,
  removeMember,
  suspendMember,
} from '../../store/members/membership-store.ts';
import { removeUndosOf } from '../../store/members/undo-store.ts';
import { releaseReplies } from '../../store/replies/reply-list-store.ts';
import { auditPerson, type PersonalAct } from './audit-person.ts';
import { endAuthority, narrowAuthority } from './authority/end-authority.ts';
import type { Grantor, Narrowing } from './authority/grant-kind.ts';
import { releaseRecords } from './release-records.ts';

/** A change of one member by a person in the application. */
export interface MemberChange extends Grantor {
  /** Name of the member, for the audit log. */
  name: string;
  act: Pick<PersonalAct, 'actor' | 'via' | 'requestId' | 'address'>;
  /** Session of the person, if they change their own membership. It is kept. */
  keptSessionId: string | null;
  now: Date;
}

const audited = {
  removal: { action: 'remove_member', summary: (name: string) => `Removed ${name}, and ended everything they let in.` },
  suspension: {
    action: 'suspend_member',
    summary: (name: string) => `Suspended ${name}, and ended everything they let in.`,
  },
  'end all access': { action: 'end_access', summary: (name: string) => `Ended everything that ${name} let in.` },
} satisfies Partial<Record<AuthorityEnd, { action: string; summary(name: string): string }>>;

/** Removes or suspends the member, or only ends what they let in, in one transaction. */
export function endMember(end: keyof typeof audited, change: MemberChange): Promise<void> {
  const { workspaceId, userId, name, now } = change;
  const { action, summary } = audited[end];
  return inTransaction(async () => {
    const membership = await requireMembership(change);
    if (end !== 'end all access') requireNoOwner(membership);
    await endAuthority(change, { ...change, end });
    if (end === 'removal') {
      await removeMember(workspaceId, userId);
      await removeDraftsOf(change);
      await removeUndosOf(change);
      await releaseReplies(workspaceId, userId, now);
      await releaseRecords(change);
    }
    if (end === 'suspension' && !(await suspendMember(workspaceId, userId, now)))
      throw new AppError('invalid_state', `${name} is already suspended.`);
    await audit(change, { action, effect: 'destroy', summary: summary(name) });
  });
}

/** Gives a suspended member their place back. Their earlier keys, apps, and invitations stay ended. */
export function reinstateMember(change: MemberChange): Promise<void> {
  const { workspaceId, userId, name } = change;
  return inTransaction(async () => {
    await requireMembership(change);
    if (!(await suspendMember(workspaceId, userId, null)))
      throw new AppError('invalid_state', `${name} is not suspended.`);
    await audit(change, { action: 'reinstate_member', effect: 'write', summary: `Reinstated ${name}.` });
  });
}

/** Changes the role. A demotion ends or narrows what the new role cannot grant, in the same transaction. */
export function giveRole(
  role: Exclude<Role, 'owner'>,
  change: MemberChange,
  askedOf: Narrowing['askedOf'],
): Promise<void> {
  const { workspaceId, userId, name, now } = change;
  return inTransaction(async () => {
    const membership = await requireMembership(change);
    requireNoOwner(membership);
    if (membership.role === role) return;
    await changeRole(workspaceId, userId, role);
    const isDemotion = roles.indexOf(role) > roles.indexOf(membership.role);
    if (isDemotion) await narrowAuthority(change, role, { now, askedOf });
    await audit(change, { action: 'change_role', effect: 'write', summary: `Changed the role of ${name} to ${role}.` });
  });
}

/** Makes the key the grant of another member, so that it survives the person who created it. */
export function takeOverKey(keyId: string, takerId: string, change: MemberChange): Promise<void> {
  const { workspaceId, userId, name, now } = change;
  return inTransaction(async () => {
    const taker = await holdStanding(workspaceId, takerId, now);
    const key = (await listApiKeysOf(userId, workspaceId)).find(({ id }) => id === keyId);
    if (taker === null || key === undefined || !(await giveApiKey(workspaceId, keyId, { from: userId, to: takerId })))
      throw notFound('API key', keyId);
    const summary = `Took over the API key ${key.name} (…${key.lastFour}) of ${name}.`;
    await audit(change, { action: 'take_over_api_key', effect: 'write', summary }, [keyId, userId]);
  });
}

async function requireMembership({ workspaceId, userId }: Grantor): Promise<MembershipRecord> {
  const found = await findMembership(workspaceId, userId);
  if (found === null) throw notFound('member', userId);
  return found;
}

function requireNoOwner({ role }: MembershipRecord): void {
  if (role !== 'owner') return;
  throw new AppError(
    'invalid_state',
    'The owner cannot be removed, suspended, or given another role. Transfer ownership first.',
  );
}

function audit(
  { workspaceId, userId, act, now }: MemberChange,
  done: Pick<PersonalAct, 'action' | 'effect' | 'summary'>,
  subjectIds = [userId],
): Promise<void> {
  return auditPerson(workspaceId, { ...act, ...done, subjectIds }, now);
}
