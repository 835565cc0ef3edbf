import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { AppError } from '../../errors/errors.ts';
import { Foreign } from '../../schema/foreign.ts';
import { Id, Input } from '../../schema/schema.ts';
import { findCapturedMessageOf } from '../../store/messages/captured-message-store.ts';
import { defineRead } from '../definition/define-action.ts';

export const getSandboxMessageRaw = defineRead({
  name: 'get_sandbox_message_raw',
  title: 'Get a raw sandbox message',
  summary: 'Get one message as it would have been transmitted.',
  description:
    'Downloads one message that the sandbox kept (message/rfc822): all headers and the body, exactly as it would have been sent.',
  method: 'get',
  path: '/sandbox/messages/{messageId}/raw',
  scope: 'sandbox:read',
  input: Input({ messageId: Id('msg', 'Message kept by the sandbox.') }),
  output: Foreign(Type.String({ description: 'The whole message (RFC 5322).' })),
  errors: ['not_found'],
  downloads: { types: ['message/rfc822'], always: true },

  async run({ messageId }, ctx) {
    const captured = await findCapturedMessageOf(ctx.workspaceId, messageId);
    if (captured === null) throw new AppError('not_found', 'The sandbox has not kept this message.');
    const { eml } = captured;
    const body = Readable.from([eml]);
    const download = { contentType: 'message/rfc822', fileName: `${messageId}.eml`, body };
    return { data: '', summary: `${eml.length} bytes.`, download };
  },
});
