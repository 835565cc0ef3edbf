import { type Static, Type } from 'typebox';
import { unlimited } from '../../domain/approvals/daily-limits.ts';
import { roles } from '../../domain/members/role.ts';
import type { membersOf } from '../../engine/members/members-of.ts';
import { ForeignName } from '../../schema/foreign.ts';
import { Id, Named, Nullable, OneOf, Timestamp } from '../../schema/schema.ts';

export const userId = Id('usr', 'The member.');

const limitMax = 1_000_000;

export const limitFields = {
  creditsPerDay: Nullable(
    Type.Integer({ minimum: 0, maximum: limitMax, description: 'Credits in a day; null: no limit.' }),
  ),
  recipientsPerDay: Nullable(
    Type.Integer({ minimum: 0, maximum: limitMax, description: 'People written to in a day; null: no limit.' }),
  ),
};

export const MemberView = Named(
  'Member',
  Type.Object({
    userId: Type.String({ description: 'usr_….' }),
    name: ForeignName(Type.String({ description: 'Name of the person; empty when their account is gone.' })),
    email: ForeignName(Type.String({ description: 'Address of the person; empty when their account is gone.' })),
    state: OneOf(['active', 'suspended'], { description: 'A suspended member keeps their place, and can do nothing.' }),
    role: OneOf(roles, { description: 'Owners and admins have no limits, viewers change nothing.' }),
    ...limitFields,
    createdAt: Timestamp('Member since.'),
  }),
);

type StoredMember = Awaited<ReturnType<typeof membersOf>>[number];

export function toMemberView(member: StoredMember): Static<typeof MemberView> {
  const { credits, recipients } = member.dailyLimits ?? unlimited;
  return {
    userId: member.userId,
    name: member.user?.name ?? '',
    email: member.user?.email ?? '',
    state: member.state,
    role: member.role,
    creditsPerDay: credits,
    recipientsPerDay: recipients,
    createdAt: member.createdAt.toISOString(),
  };
}
