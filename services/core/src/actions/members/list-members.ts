import { Type } from 'typebox';
import { counted } from '../../domain/text/counted.ts';
import { membersOf } from '../../engine/members/members-of.ts';
import { Input } from '../../schema/schema.ts';
import { defineRead } from '../definition/define-action.ts';
import { MemberView, toMemberView } from './member-view.ts';

export const listMembers = defineRead({
  name: 'list_members',
  title: 'List members',
  summary: 'List the members of the workspace.',
  description:
    'Lists the members of the workspace: name, email address, role, and the daily limits beyond which an ' +
    'owner or admin must approve. People are invited, and roles changed, in the application.',
  method: 'get',
  path: '/members',
  scope: 'members:read',
  input: Input({}),
  output: Type.Array(MemberView),
  errors: [],

  async run(_input, { workspaceId }) {
    const members = await membersOf(workspaceId);
    return { data: members.map(toMemberView), summary: `${counted(members.length, 'member')}.` };
  },
});
