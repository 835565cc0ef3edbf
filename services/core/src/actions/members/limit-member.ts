import { limitsInWords } from '../../domain/approvals/daily-limits.ts';
import { plannedUpdate } from '../../engine/context/planned-update.ts';
import { membersOf } from '../../engine/members/members-of.ts';
import { AppError, notFound } from '../../errors/errors.ts';
import { Input } from '../../schema/schema.ts';
import { limitMember as limitStored } from '../../store/members/membership-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { limitFields, MemberView, toMemberView, userId } from './member-view.ts';

export const limitMember = defineWrite({
  name: 'limit_member',
  title: "Set a member's limits",
  summary: 'Say what a member may spend and send in a day.',
  description:
    'Sets how many credits a member may spend, and how many people they may write to, in a day (UTC) by ' +
    'their own doing, approving, keys and connections together. What goes further waits for the approval ' +
    'of an owner or an admin. null: no limit. Only owners and admins set it.',
  method: 'put',
  path: '/members/{userId}/limits',
  scope: 'members:write',
  effect: 'write',
  undo: 'limit_member with the former limits.',
  input: Input({ userId, ...limitFields }),
  output: MemberView,
  errors: ['not_found', 'invalid_state'],

  async plan({ userId: id, creditsPerDay, recipientsPerDay }, { workspaceId }) {
    const member = (await membersOf(workspaceId)).find((one) => one.userId === id);
    if (member === undefined) throw notFound('member', id);
    const label = member.user?.name ?? id;
    if (member.role !== 'member') {
      throw new AppError('invalid_state', `${label} is ${member.role}: limits hold for the role member only.`);
    }
    const limits = { credits: creditsPerDay, recipients: recipientsPerDay };
    const isSame = limitsInWords(limits) === limitsInWords(member.dailyLimits);
    const changes = { creditsPerDay, recipientsPerDay };
    const { credits = null, recipients = null } = member.dailyLimits ?? {};
    const before = { creditsPerDay: credits, recipientsPerDay: recipients };
    return {
      summary: isSame ? 'Would change nothing.' : `Would let ${label} do ${limitsInWords(limits)}.`,
      effects: isSame ? [] : [plannedUpdate({ type: 'member', id, label, before, changes })],
      skipped: [],
      warnings: [],
      state: { label, limits, isSame, member },
    };
  },

  async run({ userId: id }, { state: { label, limits, isSame, member } }, { workspaceId }) {
    if (isSame) return { data: toMemberView(member), summary: 'Nothing to change.' };
    if (!(await limitStored(workspaceId, id, limits))) throw notFound('member', id);
    const data = toMemberView({ ...member, dailyLimits: limits });
    return { data, summary: `${label} may do ${limitsInWords(limits)}.` };
  },
});
