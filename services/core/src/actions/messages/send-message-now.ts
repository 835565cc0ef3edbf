import { moveMessage } from '../../domain/messages/message-state.ts';
import { quotedSubject } from '../../domain/text/plain-text.ts';
import { approvalFacts, asApproved } from '../../engine/approvals/approval.ts';
import { sending } from '../../engine/approvals/manifest/strange-sender.ts';
import { checkVersion } from '../../engine/context/check-version.ts';
import { attachmentsShown } from '../../engine/messages/attached-files.ts';
import { requireRunningCampaign, requireSendableMessage } from '../../engine/messages/message-checks.ts';
import { Id, Input } from '../../schema/schema.ts';
import { transitionMessage } from '../../store/messages/message-store.ts';
import { htmlOf } from '../../transport/messages/message-body.ts';
import { changedMeanwhile } from '../campaigns/require-campaign.ts';
import { defineWrite } from '../definition/define-action.ts';
import { MessageView, toMessageView } from './message-view.ts';
import { requireOwnMessage } from './require-message.ts';

export const sendMessageNow = defineWrite({
  name: 'send_message_now',
  title: 'Send a message now',
  summary: 'Send a message without waiting for its scheduled time.',
  description:
    'Approves a message if necessary, and sends it without waiting for its scheduled time. The window and ' +
    'limits of its campaign still apply: outside of them, it is sent as soon as they allow. Rejected while ' +
    'its campaign is not running, if it has unresolved placeholders, or if the recipient cannot be contacted.',
  method: 'post',
  path: '/messages/{messageId}/send-now',
  scope: ['messages:write', 'sending:write'],
  effect: 'send',
  input: Input({ messageId: Id('msg', 'Message to send.') }),
  output: MessageView,
  errors: ['not_found', 'invalid_state', 'legal_block', 'version_conflict'],

  async plan({ messageId }, ctx) {
    const message = await requireOwnMessage(messageId, ctx);
    checkVersion(ctx, message);
    moveMessage(message.state, 'schedule');
    await requireRunningCampaign(message, ctx);
    const warnings = await requireSendableMessage(message, ctx);
    const facts = await approvalFacts('send_message_now', [message], ctx);
    const approved = asApproved(message, facts);
    const { to, subject, bodyText } = approved;
    const bodyHtml = htmlOf(approved);
    const files = await attachmentsShown(ctx.workspaceId, approved.attachments);
    return {
      summary: `Would send the message ${quotedSubject(approved)} to ${to} now.`,
      recipients: 1,
      effects: [{ op: 'send', type: 'message', id: message.id, label: `Message to ${to}` }],
      skipped: [],
      warnings,
      preview: { to, subject, bodyText, ...(bodyHtml !== null && { bodyHtml }), ...files },
      ...(await sending(ctx.workspaceId, facts.manifest)),
      state: { message, text: facts.current.get(message.id) },
    };
  },

  async run(_input, { state: { message, text } }, ctx) {
    const now = ctx.now();
    const approval = {
      ...text,
      scheduledAt: now,
      waitReason: null,
      holdReason: null,
      approvedAt: message.approvedAt ?? now,
      approvedBy: message.approvedBy ?? ctx.actor.userId ?? ctx.actor.id,
    };
    const moved = await transitionMessage(ctx.workspaceId, message.id, 'schedule', approval, now, message.version);
    const queued = changedMeanwhile(moved, 'message');
    return { data: await toMessageView(queued, ctx), summary: `Queued the message to ${queued.to} for now.` };
  },
});
