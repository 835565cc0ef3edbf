import { type Static, Type } from 'typebox';
import { approvalStateAt, approvalStates } from '../../domain/approvals/approval-state.ts';
import { differenceFields } from '../../domain/approvals/manifest.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { Foreign } from '../../schema/foreign.ts';
import { Described, Named, Nullable, OneOf, Timestamp } from '../../schema/schema.ts';
import { type ApprovalRecord, neverExpires } from '../../store/approvals/approval-store.ts';
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
    expiresAt: Nullable(Timestamp('When it ends undecided; null for held messages, which wait for a decision.')),
    replaces: Nullable(
      Type.String({ description: 'Approval that covered these messages before; null unless it asks about held ones.' }),
    ),
    heldMessageIds: Type.Array(Type.String(), { description: 'Messages that are held until someone decides.' }),
    differences: Type.Array(
      Type.Object({
        field: OneOf(differenceFields, { description: 'The part that changed.' }),
        before: Foreign(Type.String({ description: 'As approved.' })),
        after: Foreign(Type.String({ description: 'As it would be sent now.' })),
        messages: Type.Array(Type.String(), { description: 'Messages that differ in this way.' }),
      }),
      { description: 'Changes since the previous approval.' },
    ),
  }),
);

export function toApprovalView(approval: ApprovalRecord, { config, now }: ActionContext): Static<typeof ApprovalView> {
  const { id, action, summary, reason, credits, recipients, decidedBy, decidedAt, outcome } = approval;
  return {
    id,
    action,
    summary,
    reason,
    credits,
    recipients,
    state: approvalStateAt(approval.state, approval.expiresAt, now()),
    url: `${config.baseUrl}/app/approvals/${id}`,
    requestedBy: toActorView(approval.actor),
    decidedBy: decidedBy ? toActorView(decidedBy) : null,
    decidedAt: decidedAt?.toISOString() ?? null,
    outcome: outcome ? { summary: outcome.summary, errorCode: outcome.errorCode ?? null } : null,
    createdAt: approval.createdAt.toISOString(),
    expiresAt: approval.expiresAt < neverExpires ? approval.expiresAt.toISOString() : null,
    replaces: approval.replaces ?? null,
    heldMessageIds: approval.heldMessageIds ?? [],
    differences: approval.differences ?? [],
  };
}
