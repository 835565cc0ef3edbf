import { Type } from 'typebox';
import { Input, paging } from '../../schema/schema.ts';
import { listApprovals as listRecords } from '../../store/approvals/approval-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { ApprovalView, toApprovalView } from './approval-view.ts';

export const listApprovals = defineRead({
  name: 'list_approvals',
  title: 'List approvals',
  summary: 'List pending approvals and past decisions.',
  description:
    'Lists executions that needed a person, newest first: the planned effects, the reason for the approval, ' +
    'the state, and the link where a signed-in member approves or declines. isPending returns only open ' +
    'requests. Approvals are decided in the application, never here.',
  method: 'get',
  path: '/approvals',
  scope: 'approvals:read',
  input: Input({
    isPending: Type.Optional(Type.Boolean({ description: 'Only approvals that need a decision.' })),
    ...paging,
  }),
  output: Type.Array(ApprovalView),
  errors: [],
  isPaged: true,

  async run(input, ctx) {
    const request = ctx.pager.request(input, '-id');
    const found = await listRecords(ctx.workspaceId, { isPending: input.isPending }, request, ctx.now());
    const page = ctx.pager.answer(input, request, found);
    const count = found.items.length;
    const summary = count === 1 ? '1 approval.' : `${count} approvals.`;
    return { data: found.items.map((each) => toApprovalView(each, ctx)), page, summary };
  },
});
