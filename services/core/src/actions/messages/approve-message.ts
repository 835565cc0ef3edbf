import { moveMessage } from '../../domain/messages/message-state.ts';
import { quotedSubject } from '../../domain/text/plain-text.ts';
import { approvalFacts, approvalOf, asApproved } from '../../engine/approvals/approval.ts';
import { sending } from '../../engine/approvals/manifest/strange-sender.ts';
import { checkVersion } from '../../engine/context/check-version.ts';
import { attachmentsShown } from '../../engine/messages/attached-files.ts';
import { requireSendableMessage } from '../../engine/messages/message-checks.ts';
import { Id, Input } from '../../schema/schema.ts';
import { transitionMessage } from '../../store/messages/message-store.ts';
import { htmlOf } from '../../transport/messages/message-body.ts';
import { changedMeanwhile } from '../campaigns/require-campaign.ts';
import { defineWrite } from '../definition/define-action.ts';
import { MessageView, toMessageView } from './message-view.ts';
import { requireOwnMessage } from './require-message.ts';

export const approveMessage = defineWrite({
  name: 'approve_message',
  title: 'Approve a message',
  summary: 'Approve a pending message.',
  description:
    'Approves one message in state draft or awaiting_approval. It is queued and sent at its time: a single ' +
    'message immediately, a campaign message within the window and limits. While its campaign is paused, it ' +
    'is approved and sent after the campaign resumes. Rejected if it has unresolved placeholders or the ' +
    'recipient cannot be contacted. For answers to replies, use approve_answer.',
  method: 'post',
  path: '/messages/{messageId}/approve',
  scope: ['messages:write', 'sending:write'],
  effect: 'send',
  input: Input({ messageId: Id('msg', 'Message to approve.') }),
  output: MessageView,
  errors: ['not_found', 'invalid_state', 'legal_block', 'version_conflict'],

  async plan({ messageId }, ctx) {
    const message = await requireOwnMessage(messageId, ctx);
    checkVersion(ctx, message);
    moveMessage(message.state, 'approve');
    const warnings = await requireSendableMessage(message, ctx);
    const facts = await approvalFacts('approve_message', [message], ctx);
    const { transition, changes } = approvalOf(message, facts, ctx);
    const approved = asApproved(message, facts);
    const { to, subject, bodyText } = approved;
    const bodyHtml = htmlOf(approved);
    const files = await attachmentsShown(ctx.workspaceId, approved.attachments);
    return {
      summary: `Would approve the message ${quotedSubject(approved)} to ${to}.`,
      recipients: 1,
      effects: [
        {
          op: transition === 'schedule' ? 'send' : 'update',
          type: 'message',
          id: message.id,
          label: `Message to ${to}`,
          changes: { state: transition === 'schedule' ? 'scheduled' : 'approved' },
        },
      ],
      skipped: [],
      warnings,
      preview: { to, subject, bodyText, ...(bodyHtml !== null && { bodyHtml }), ...files },
      ...(await sending(ctx.workspaceId, facts.manifest)),
      state: { message, transition, changes },
    };
  },

  async run(_input, { state: { message, transition, changes } }, ctx) {
    const { id, version } = message;
    const moved = await transitionMessage(ctx.workspaceId, id, transition, changes, ctx.now(), version);
    const approved = changedMeanwhile(moved, 'message');
    return { data: await toMessageView(approved, ctx), summary: `Approved the message to ${approved.to}.` };
  },
});
