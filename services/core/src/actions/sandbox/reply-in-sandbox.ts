import { Type } from 'typebox';
import { composeReply } from '../../engine/replies/inject-reply.ts';
import { planInbound } from '../../engine/replies/plan-inbound.ts';
import { AppError } from '../../errors/errors.ts';
import { Id, Input, Text } from '../../schema/schema.ts';
import { defineWrite } from '../definition/define-action.ts';
import { describeOutcome, requireSent, SandboxOutcome, takeIn } from './sandbox-outcome.ts';

const textLengthMax = 50_000;
const headersMax = 20;
/** Headers used to build the message. */
const ownHeaders = ['from', 'to', 'subject', 'date', 'message-id', 'in-reply-to', 'references', 'mime-version'];

function checkHeaders(headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) {
    const field = `headers.${name}`;
    if (!/^[!-9;-~]{1,100}$/.test(name) || /[\r\n]/.test(value)) {
      throw new AppError('validation_failed', `"${name}" is not a header on one line.`, { field });
    }
    if (ownHeaders.includes(name.toLowerCase()) || /^content-/i.test(name)) {
      throw new AppError('validation_failed', `${name} is set by the reply itself.`, { field });
    }
  }
}

export const replyInSandbox = defineWrite({
  name: 'reply_in_sandbox',
  title: 'Reply as the recipient in the sandbox',
  summary: 'Simulate a reply by the recipient of a sent message.',
  description:
    'Simulates a reply by the recipient of a sent message. It arrives in the thread, is classified, and has ' +
    'the effect of its class. Headers such as Auto-Submitted: auto-replied make it an absence notice. from ' +
    'sets another sender. For raw messages, use receive_sandbox_mail.',
  method: 'post',
  path: '/sandbox/messages/{messageId}/reply',
  scope: 'sandbox:write',
  effect: 'write',
  input: Input({
    messageId: Id('msg', 'Sent message to reply to.'),
    text: Text(textLengthMax, 'Text by the recipient.', { minLength: 0 }),
    subject: Type.Optional(Text(500, 'Default: Re: and the subject of the message.', { minLength: 0 })),
    html: Type.Optional(Text(textLengthMax, 'The same text as HTML. With an empty text, the message is HTML only.')),
    from: Type.Optional(Type.String({ format: 'email', maxLength: 254, description: 'Default: the recipient.' })),
    headers: Type.Optional(
      Type.Record(Type.String({ minLength: 1 }), Type.String({ maxLength: 900 }), {
        maxProperties: headersMax,
        description: 'Additional headers, such as Auto-Submitted.',
      }),
    ),
  }),
  output: SandboxOutcome,
  errors: ['not_found', 'invalid_state'],
  example: { messageId: 'msg_01KABCDEFGHJKMNPQRSTVWXYZ0', text: 'Sounds good, tell me more.' },

  async plan({ messageId, text, subject, html, from, headers }, ctx) {
    checkHeaders(headers ?? {});
    const message = await requireSent(messageId, ctx);
    const reply = {
      workspaceId: ctx.workspaceId,
      messageId,
      from: from ?? message.to,
      subject: subject ?? `Re: ${message.subject.replace(/^(re:\s*)+/i, '')}`,
      text,
      ...(html !== undefined && { html }),
      ...(headers !== undefined && { headers }),
      id: ctx.operationId,
    };
    const raw = await composeReply(reply, ctx.now());
    const { summary, effects } = await planInbound(ctx.workspaceId, raw, ctx);
    return { summary, effects, skipped: [], warnings: [], state: { raw, mailboxId: message.mailboxId } };
  },

  perform(_input, { state }, ctx) {
    return takeIn(state.raw, state.mailboxId, ctx);
  },

  run(_input, _plan, ctx, outcome) {
    return describeOutcome(outcome, ctx);
  },
});
