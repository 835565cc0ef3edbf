import { type Static, Type } from 'typebox';
import { approvalStateAt, approvalStates } from '../../domain/approvals/approval-state.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { Described, Named, Nullable, OneOf, Timestamp } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';
import type { ApprovalRecord } from '../../store/approvals/approval-store.ts';
import { ActorView, toActorView } from '../members/actor-view.ts';

export const ApprovalView = Named(
  'Approval',
  Type.Object({
    id: Type.String({ description: 'ID of the approval.' }),
    state: OneOf(approvalStates, {
      description:
        'pending: a member must decide. executed and failed: it was approved and ran. cancelled: its key or connection was revoked.',
    }),
    action: Type.String({ description: 'Name of the operation.' }),
    summary: Type.String({ description: 'What would happen, in one sentence.' }),
    reason: Type.String({ description: 'Why a person must decide.' }),
    credits: Type.Integer({ description: 'Maximum number of credits.' }),
    recipients: Type.Integer({ description: 'People who would get a message.' }),
    url: Type.String({ description: 'Page where a signed-in member approves or declines it.' }),
    requestedBy: Described(ActorView, 'Requester.'),
    decidedBy: Nullable(Described(ActorView, 'The member who decided.')),
    decidedAt: Nullable(Timestamp('Time of the decision.')),
    outcome: Nullable(
      Type.Object(
        {
          summary: Type.String({ description: 'Result, or the reason for the failure.' }),
          errorCode: Nullable(Type.String({ description: 'Error code, if it failed.' })),
        },
        { description: 'Outcome of the execution.' },
      ),
    ),
    createdAt: Timestamp('Time of the request.'),
    expiresAt: Timestamp('Time at which it expires without a decision.'),
  }),
);

export function toApprovalView(approval: ApprovalRecord, { config, now }: ActionContext): Static<typeof ApprovalView> {
  const { id, actor, decidedBy, outcome } = approval;
  return viewOf(ApprovalView, approval, {
    state: approvalStateAt(approval.state, approval.expiresAt, now()),
    url: `${config.baseUrl}/app/approvals/${id}`,
    requestedBy: toActorView(actor),
    decidedBy: decidedBy ? toActorView(decidedBy) : null,
    outcome: outcome ? { summary: outcome.summary, errorCode: outcome.errorCode ?? null } : null,
  });
}
