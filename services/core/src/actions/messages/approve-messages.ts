import { type Static, Type } from 'typebox';
import { canMoveMessage, internalKinds } from '../../domain/messages/message-state.ts';
import { checkText } from '../../domain/messages/templates/render-checks.ts';
import { skipReasonNames } from '../../domain/sending/reasons.ts';
import { counted } from '../../domain/text/counted.ts';
import { approvalFacts, approvalOf, asApproved } from '../../engine/approvals/approval.ts';
import { sending } from '../../engine/approvals/manifest/strange-sender.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { isError } from '../../engine/messages/message-checks.ts';
import { recipientObstacles } from '../../engine/messages/recipient-obstacles.ts';
import { AppError } from '../../errors/errors.ts';
import { Id, Input, OneOf } from '../../schema/schema.ts';
import {
  findMessages,
  listMessages,
  type MessageRecord,
  transitionMessage,
} from '../../store/messages/message-store.ts';
import { asPlainText } from '../../transport/messages/message-body.ts';
import { changedMeanwhile, requireCampaign } from '../campaigns/require-campaign.ts';
import { defineWrite } from '../definition/define-action.ts';

const messagesMax = 200;
const shownMax = 5;
const reasons = ['not_found', 'not_waiting', 'is_answer', 'text_problem', ...skipReasonNames] as const;
type Reason = (typeof reasons)[number];

const Item = Type.Object({
  messageId: Type.String({ description: 'The message.' }),
  status: OneOf(['approved', 'skipped'], { description: 'Outcome for the message.' }),
  reason: Type.Optional(OneOf(reasons, { description: 'Reason for the skip.' })),
});

export const approveMessages = defineWrite({
  name: 'approve_messages',
  title: 'Approve messages',
  summary: 'Approve several pending messages.',
  description:
    'Approves the messages of messageIds, or the pending messages of a campaign (the oldest 200; call again ' +
    'for more), like approve_message. The plan names each with its subject and shows every text (manifest). ' +
    'Skipped messages have a reason: not_found, not_waiting (already approved, queued, sent, or cancelled), ' +
    'is_answer (use approve_answer), text_problem (see check_message), or why the recipient cannot be ' +
    'contacted.',
  method: 'post',
  path: '/messages/approve',
  scope: ['messages:write', 'sending:write'],
  effect: 'send',
  input: Input({
    messageIds: Type.Optional(
      Type.Array(Id('msg', 'Message.'), { minItems: 1, maxItems: messagesMax, description: 'These messages.' }),
    ),
    campaignId: Type.Optional(Id('cmp', 'All pending messages of this campaign.')),
  }),
  output: Type.Object({
    approvedCount: Type.Integer({ description: 'Messages approved.' }),
    skippedCount: Type.Integer({ description: 'Messages skipped.' }),
    items: Type.Array(Item, { description: 'One item per message.' }),
  }),
  errors: ['not_found', 'invalid_state'],

  async plan(input, ctx) {
    const { messageIds, found, hasMore } = await selectMessages(input, ctx);
    const checks = await checkAll(messageIds, found, ctx);
    const good = checks.flatMap(({ message, reason }) => (reason === null && message !== null ? [message] : []));
    const skipped = checks.flatMap(({ messageId, message, reason }) =>
      reason === null ? [] : [{ id: messageId, label: message ? `Message to ${message.to}` : messageId, reason }],
    );
    const facts = await approvalFacts('approve_messages', good, ctx);
    const items = good.map((message) => ({ message, ...approvalOf(message, facts, ctx) }));
    return {
      summary: `Would approve ${counted(good.length, 'message')}, and skip ${skipped.length}.`,
      recipients: good.length,
      effects: items.map(({ message, transition }) => ({
        op: transition === 'schedule' ? 'send' : 'update',
        type: 'message',
        id: message.id,
        label: `Message to ${message.to}`,
        changes: { subject: asApproved(message, facts).subject, version: message.version },
      })),
      skipped,
      warnings: hasMore
        ? [`Only the oldest ${messagesMax} pending messages are included. Call again for the others.`]
        : [],
      preview: good.slice(0, shownMax).map((message) => shownOf(asApproved(message, facts))),
      ...(await sending(ctx.workspaceId, facts.manifest)),
      state: { items, checks },
    };
  },

  async run(_input, { state: { items, checks } }, ctx) {
    for (const { message, transition, changes } of items) {
      const { id, version } = message;
      const moved = await transitionMessage(ctx.workspaceId, id, transition, changes, ctx.now(), version);
      changedMeanwhile(moved, 'message');
    }
    const skippedCount = checks.length - items.length;
    return {
      data: { approvedCount: items.length, skippedCount, items: checks.map(toItem) },
      summary: `Approved ${counted(items.length, 'message')}, skipped ${skippedCount}.`,
    };
  },
});

function shownOf({ to, subject, bodyText }: MessageRecord) {
  return { to, subject, bodyText };
}

interface Check {
  messageId: string;
  message: MessageRecord | null;
  reason: Reason | null;
}

function toItem({ messageId, reason }: Check): Static<typeof Item> {
  return reason === null ? { messageId, status: 'approved' } : { messageId, status: 'skipped', reason };
}

async function selectMessages(
  { messageIds, campaignId }: { messageIds?: string[]; campaignId?: string },
  ctx: ActionContext,
) {
  if ((messageIds === undefined) === (campaignId === undefined)) {
    throw new AppError('validation_failed', 'Give either messageIds or campaignId.', { field: 'messageIds' });
  }
  if (messageIds !== undefined) {
    return { messageIds, found: await findMessages(ctx.workspaceId, messageIds), hasMore: false };
  }
  await requireCampaign(campaignId!, ctx);
  const waiting = { campaignId, kind: 'campaign', state: 'awaiting_approval' };
  const { items, next } = await listMessages(ctx.workspaceId, waiting, { limit: messagesMax, sort: 'scheduledAt' });
  if (items.length === 0) throw new AppError('invalid_state', 'The campaign has no pending messages.');
  return { messageIds: items.map(({ id }) => id), found: items, hasMore: next !== null };
}

async function checkAll(messageIds: string[], found: MessageRecord[], ctx: ActionContext): Promise<Check[]> {
  const obstacles = await recipientObstacles(found, ctx);
  const byId = new Map(found.map((message) => [message.id, message]));
  return [...new Set(messageIds)].map((messageId) => {
    const message = byId.get(messageId) ?? null;
    const reason = message === null ? 'not_found' : (ownReason(message) ?? obstacles.get(messageId) ?? null);
    return { messageId, message, reason };
  });
}

function ownReason(message: MessageRecord): Reason | null {
  if (message.kind === 'answer' || internalKinds.includes(message.kind)) return 'is_answer';
  if (!canMoveMessage(message.state, 'approve')) return 'not_waiting';
  return checkText(asPlainText(message)).some(isError) ? 'text_problem' : null;
}
