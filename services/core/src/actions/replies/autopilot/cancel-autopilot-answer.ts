import { moveMessage } from '../../../domain/messages/message-state.ts';
import { checkVersion } from '../../../engine/context/check-version.ts';
import { AppError } from '../../../errors/errors.ts';
import { Id, Input } from '../../../schema/schema.ts';
import { transitionMessage } from '../../../store/messages/message-store.ts';
import { updateReply } from '../../../store/replies/reply-store.ts';
import { changedMeanwhile } from '../../campaigns/require-campaign.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { MessageView, toMessageView } from '../../messages/message-view.ts';
import { requireMessage } from '../../messages/require-message.ts';

export const cancelAutopilotAnswer = defineWrite({
  name: 'cancel_autopilot_answer',
  title: 'Cancel an autopilot answer',
  summary: 'Cancel an answer of autopilot before it is sent.',
  description:
    'Cancels an answer of autopilot before it is sent (list_autopilot_answers with isPending lists them). The ' +
    'reply then needs a person: draft_answer or dismiss_reply. Autopilot does not answer it again.',
  method: 'post',
  path: '/autopilot/answers/{messageId}/cancel',
  scope: 'replies:write',
  effect: 'write',
  input: Input({ messageId: Id('msg', 'The answer.') }),
  output: MessageView,
  errors: ['not_found', 'invalid_state', 'version_conflict'],

  async plan({ messageId }, ctx) {
    const message = await requireMessage(messageId, ctx);
    checkVersion(ctx, message);
    if (message.autopilotAt === undefined) {
      throw new AppError('invalid_state', 'Autopilot did not write this message. Use cancel_message.');
    }
    moveMessage(message.state, 'cancel');
    const { id, to, replyId } = message;
    const reply = { op: 'update' as const, type: 'reply', label: `Reply of ${to}` };
    return {
      summary: `Would cancel the answer to ${to}.`,
      effects: [
        { op: 'cancel', type: 'message', id, label: `Answer to ${to}` },
        ...(replyId === null ? [] : [{ ...reply, id: replyId }]),
      ],
      skipped: [],
      warnings: [],
      state: message,
    };
  },

  async run(_input, { state: message }, ctx) {
    const now = ctx.now();
    const moved = await transitionMessage(ctx.workspaceId, message.id, 'cancel', {}, now, message.version);
    const cancelled = changedMeanwhile(moved, 'message');
    if (message.replyId !== null) await updateReply(ctx.workspaceId, message.replyId, { needsAction: true }, now);
    return { data: await toMessageView(cancelled, ctx), summary: `Cancelled the answer to ${cancelled.to}.` };
  },
});
