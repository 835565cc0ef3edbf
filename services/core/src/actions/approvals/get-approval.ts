import { notFound } from '../../errors/errors.ts';
import { Id, Input } from '../../schema/schema.ts';
import { findApproval } from '../../store/approvals/approval-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { ApprovalView, toApprovalView } from './approval-view.ts';

export const getApproval = defineRead({
  name: 'get_approval',
  title: 'Get an approval',
  summary: 'Read what became of an approval.',
  description:
    'Reads one approval: its state, who asked, what would happen, who decided, and what came of it. An execution answers 202 with data.approval when a person has to decide; approving it in the application carries it out, also when the client is gone. Repeating the request with the same Idempotency-Key returns the result once it is executed.',
  method: 'get',
  path: '/approvals/{approvalId}',
  scope: 'approvals:read',
  input: Input({ approvalId: Id('apr', 'Approval to read.') }),
  output: ApprovalView,
  errors: ['not_found'],

  async run({ approvalId }, ctx) {
    const approval = await findApproval(ctx.workspaceId, approvalId);
    if (approval === null) throw notFound('approval', approvalId);
    const view = toApprovalView(approval, ctx);
    return { data: view, summary: `The approval is ${view.state}: ${view.outcome?.summary ?? view.summary}` };
  },
});
