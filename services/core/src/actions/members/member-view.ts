import { type Static, Type } from 'typebox';
import { limitMax, unlimited } from '../../domain/approvals/daily-limits.ts';
import { roles } from '../../domain/members/role.ts';
import type { membersOf } from '../../engine/members/members-of.ts';
import { ForeignName } from '../../schema/foreign.ts';
import { Named, Nullable, OneOf, Timestamp } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';

const limitFields = {
  creditsPerDay: Nullable(
    Type.Integer({ minimum: 0, maximum: limitMax, description: 'Credits per day. Null: no limit.' }),
  ),
  recipientsPerDay: Nullable(
    Type.Integer({ minimum: 0, maximum: limitMax, description: 'Recipients per day. Null: no limit.' }),
  ),
};

export const MemberView = Named(
  'Member',
  Type.Object({
    userId: Type.String({ description: 'usr_….' }),
    name: ForeignName(Type.String({ description: 'Name of the person. Empty if the account no longer exists.' })),
    email: ForeignName(
      Type.String({ description: 'Email address of the person. Empty if the account no longer exists.' }),
    ),
    state: OneOf(['active', 'suspended'], { description: 'A suspended member keeps their place, but can do nothing.' }),
    role: OneOf(roles, { description: 'Owners and admins have no limits. Viewers cannot change anything.' }),
    ...limitFields,
    createdAt: Timestamp('Time at which the person joined.'),
  }),
);

type StoredMember = Awaited<ReturnType<typeof membersOf>>[number];

export function toMemberView(member: StoredMember): Static<typeof MemberView> {
  const { credits: creditsPerDay, recipients: recipientsPerDay } = member.dailyLimits ?? unlimited;
  const { name = '', email = '' } = member.user ?? {};
  return viewOf(MemberView, member, { name, email, creditsPerDay, recipientsPerDay });
}
