import { type Static, Type } from 'typebox';
import { approvalStateAt, approvalStates } from '../../domain/approvals/approval-state.ts';
import { ManifestDifferenceView } from '../../domain/approvals/manifest.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { Described, Named, Nullable, OneOf, Timestamp } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';
import { type ApprovalRecord, neverExpires } from '../../store/approvals/approval-store.ts';
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
    declineReason: Nullable(Type.String({ description: 'Reason that the declining member gave.' })),
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
    expiresAt: Nullable(
      Timestamp('Time at which it expires without a decision. Null for held messages, which need a decision.'),
    ),
    replaces: Nullable(
      Type.String({
        description: 'Approval that covered these messages before. Null unless it asks about held messages.',
      }),
    ),
    heldMessageIds: Type.Array(Type.String(), { description: 'Messages that are held until a person decides.' }),
    differences: Type.Array(ManifestDifferenceView, { description: 'Changes since the previous approval.' }),
  }),
);

export function toApprovalView(approval: ApprovalRecord, { config, now }: ActionContext): Static<typeof ApprovalView> {
  const { id, actor, decidedBy, outcome } = approval;
  return viewOf(ApprovalView, approval, {
    state: approvalStateAt(approval.state, approval.expiresAt, now()),
    expiresAt: approval.expiresAt < neverExpires ? approval.expiresAt.toISOString() : null,
    replaces: approval.replaces ?? null,
    declineReason: approval.declineReason ?? null,
    heldMessageIds: approval.heldMessageIds ?? [],
    differences: approval.differences ?? [],
    url: `${config.baseUrl}/app/approvals/${id}`,
    requestedBy: toActorView(actor),
    decidedBy: decidedBy ? toActorView(decidedBy) : null,
    outcome: outcome ? { summary: outcome.summary, errorCode: outcome.errorCode ?? null } : null,
  });
}
