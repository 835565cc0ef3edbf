import { moveMessage } from '../../domain/messages/message-state.ts';
import { checkVersion } from '../../engine/context/check-version.ts';
import { settleOutcomes, settleUnconfirmedMessage } from '../../engine/messages/settle-unconfirmed.ts';
import { Id, Input, OneOf } from '../../schema/schema.ts';
import { changedMeanwhile } from '../campaigns/require-campaign.ts';
import { defineWrite } from '../definition/define-action.ts';
import { MessageView, toMessageView } from './message-view.ts';
import { requireMessage } from './require-message.ts';

export const settleMessage = defineWrite({
  name: 'settle_message',
  title: 'Settle an unconfirmed message',
  summary: 'Settle an unconfirmed message.',
  description:
    'A message is unconfirmed if the connection was lost or the worker stopped during sending. It is never ' +
    'resent automatically. Check the Sent folder or ask the recipient, then settle it with sent or ' +
    'send_again. A reply or a bounce settles it automatically.',
  method: 'post',
  path: '/messages/{messageId}/settle',
  scope: ['messages:write', 'sending:write'],
  effect: 'send',
  input: Input({
    messageId: Id('msg', 'Message to settle.'),
    outcome: OneOf(settleOutcomes, { description: 'sent: it was sent. send_again: it was not sent, and is sent now.' }),
  }),
  output: MessageView,
  errors: ['not_found', 'invalid_state', 'version_conflict'],

  async plan({ messageId, outcome }, ctx) {
    const message = await requireMessage(messageId, ctx);
    checkVersion(ctx, message);
    moveMessage(message.state, outcome === 'sent' ? 'confirm_sent' : 'send_again');
    const { id, to } = message;
    const isAgain = outcome === 'send_again';
    return {
      summary: isAgain ? `Would send the message to ${to} again.` : `Would mark the message to ${to} as sent.`,
      effects: [{ op: isAgain ? 'send' : 'update', type: 'message', id, label: `Message to ${to}` }],
      skipped: [],
      warnings: isAgain ? ['If it was sent after all, the person gets it twice.'] : [],
      state: message,
    };
  },

  async run({ outcome }, { state: message }, ctx) {
    const by = ctx.actor.userId ?? ctx.actor.id;
    const settled = changedMeanwhile(await settleUnconfirmedMessage(message, outcome, by, ctx.now()), 'message');
    return { data: await toMessageView(settled, ctx), summary: `The message to ${settled.to} is ${settled.state}.` };
  },
});
