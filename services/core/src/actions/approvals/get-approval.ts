import { notFound } from '../../errors/errors.ts';
import { Id, Input } from '../../schema/schema.ts';
import { findApproval } from '../../store/approvals/approval-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { ApprovalView, toApprovalView } from './approval-view.ts';

export const getApproval = defineRead({
  name: 'get_approval',
  title: 'Get an approval',
  summary: 'Get the state and outcome of an approval.',
  description:
    'Returns one approval: its state, requester, planned effects, decision, and outcome. An execution returns ' +
    '202 with data.approval when a person must decide. Approving it in the application runs it, even if the ' +
    'client is gone. Repeating the request with the same Idempotency-Key returns the result once it has run.',
  method: 'get',
  path: '/approvals/{approvalId}',
  scope: 'approvals:read',
  input: Input({ approvalId: Id('apr', 'Approval to return.') }),
  output: ApprovalView,
  errors: ['not_found'],

  async run({ approvalId }, ctx) {
    const approval = await findApproval(ctx.workspaceId, approvalId);
    if (approval === null) throw notFound('approval', approvalId);
    const view = toApprovalView(approval, ctx);
    return { data: view, summary: `The approval is ${view.state}: ${view.outcome?.summary ?? view.summary}` };
  },
});
