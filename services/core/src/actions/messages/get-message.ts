import { quotedSubject } from '../../domain/text/plain-text.ts';
import { Id, Input } from '../../schema/schema.ts';
import { defineRead } from '../definition/define-action.ts';
import { MessageView, toMessageView } from './message-view.ts';
import { requireMessage } from './require-message.ts';

export const getMessage = defineRead({
  name: 'get_message',
  title: 'Get a message',
  summary: 'Get one outgoing message.',
  description: 'Returns one outgoing message: text, state, times, and the reason it waits or failed.',
  method: 'get',
  path: '/messages/{messageId}',
  scope: 'messages:read',
  input: Input({ messageId: Id('msg', 'Message to read.') }),
  output: MessageView,
  errors: ['not_found'],

  async run({ messageId }, ctx) {
    const message = await requireMessage(messageId, ctx);
    return {
      data: await toMessageView(message, ctx),
      summary: `${quotedSubject(message)} to ${message.to}, ${message.state}.`,
    };
  },
});
