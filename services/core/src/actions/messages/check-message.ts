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
  summary: 'Tell what stands against sending a message.',
  description:
    'Checks one message: unresolved placeholders, subject, length, links, words that filters count as spam, and whether its recipient may be written to now. Problems of severity error keep it from being sent; warnings do not.',
  method: 'get',
  path: '/messages/{messageId}/check',
  scope: 'messages:read',
  input: Input({ messageId: Id('msg', 'Message to check.') }),
  output: Type.Object({
    messageId: Type.String({ description: 'The message checked.' }),
    isSendable: Type.Boolean({ description: 'True when nothing stands against sending it.' }),
    recipientObstacle: Nullable(Type.String({ description: 'Why the recipient may not be written to.' })),
    problems: Type.Array(MessageProblemView, { description: 'What was found in subject and text.' }),
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
