import { Type } from 'typebox';
import { checkText } from '../../domain/messages/templates/render-checks.ts';
import { counted } from '../../domain/text/counted.ts';
import { MessageProblemView } from '../../engine/campaigns/preview-messages.ts';
import { isError, recipientObstacle } from '../../engine/messages/message-checks.ts';
import { Id, Input, Nullable } from '../../schema/schema.ts';
import { defineRead } from '../definition/define-action.ts';
import { requireMessage } from './require-message.ts';

export const checkMessage = defineRead({
  name: 'check_message',
  title: 'Check a message',
  summary: 'Find problems that would prevent sending a message.',
  description:
    'Checks one message: unresolved placeholders, subject, length, links, spam words, and whether its ' +
    'recipient can be contacted now. Problems of severity error prevent sending. Warnings do not.',
  method: 'get',
  path: '/messages/{messageId}/check',
  scope: 'messages:read',
  input: Input({ messageId: Id('msg', 'Message to check.') }),
  output: Type.Object({
    messageId: Type.String({ description: 'Checked message.' }),
    isSendable: Type.Boolean({ description: 'True if nothing prevents sending it.' }),
    recipientObstacle: Nullable(Type.String({ description: 'Reason the recipient cannot be contacted.' })),
    problems: Type.Array(MessageProblemView, { description: 'Problems in the subject and text.' }),
  }),
  errors: ['not_found'],

  async run({ messageId }, ctx) {
    const message = await requireMessage(messageId, ctx);
    const problems = checkText(message);
    const obstacle = await recipientObstacle(message, ctx);
    const isSendable = obstacle === null && !problems.some(isError);
    return {
      data: { messageId, isSendable, recipientObstacle: obstacle, problems },
      summary: isSendable ? `It can be sent; ${counted(problems.length, 'warning')}.` : 'It cannot be sent as it is.',
    };
  },
});
