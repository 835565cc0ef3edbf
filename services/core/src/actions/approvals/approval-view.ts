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
    id: Type.String({ description: 'Id of the approval.' }),
    state: OneOf(approvalStates, {
      description:
        'pending: a member has to decide. executed and failed: it was approved, and this came of it. cancelled: its key or connection was revoked.',
    }),
    action: Type.String({ description: 'Name of the operation.' }),
    summary: Type.String({ description: 'What would happen, in one sentence.' }),
    reason: Type.String({ description: 'Why a person has to decide.' }),
    credits: Type.Integer({ description: 'Credits, at most.' }),
    recipients: Type.Integer({ description: 'People who would get a message.' }),
    url: Type.String({ description: 'Where a signed-in member approves or declines it.' }),
    requestedBy: Described(ActorView, 'Who asked.'),
    decidedBy: Nullable(Described(ActorView, 'The member who decided.')),
    decidedAt: Nullable(Timestamp('When it was decided.')),
    outcome: Nullable(
      Type.Object(
        {
          summary: Type.String({ description: 'What was done, or why it failed.' }),
          errorCode: Nullable(Type.String({ description: 'The error code, where it failed.' })),
        },
        { description: 'What came of it.' },
      ),
    ),
    createdAt: Timestamp('When it was asked for.'),
    expiresAt: Timestamp('When it ends undecided.'),
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
