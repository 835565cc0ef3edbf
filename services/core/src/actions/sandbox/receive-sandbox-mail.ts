import { planInbound } from '../../engine/replies/plan-inbound.ts';
import { Input, Text } from '../../schema/schema.ts';
import { defineWrite } from '../definition/define-action.ts';
import { describeOutcome, SandboxOutcome, takeIn } from './sandbox-outcome.ts';

const rawLengthMax = 500_000;

/** Converts line endings to CRLF, as email requires. */
function rawOf(text: string): Buffer {
  return Buffer.from(text.replace(/\r?\n/g, '\r\n'));
}

export const receiveSandboxMail = defineWrite({
  name: 'receive_sandbox_mail',
  title: 'Receive a message in the sandbox',
  summary: 'Simulate an incoming email to a mailbox of the workspace.',
  description:
    'Processes a raw email (RFC 5322: headers, empty line, body) exactly as a mailbox would receive it. It is ' +
    'matched to sent messages, classified, and has the effect of its class (stop, pause, suppress). Use it to ' +
    'try replies, bounces, absence notices, and opt-outs. To reply to one specific message, reply_in_sandbox ' +
    'is shorter.',
  method: 'post',
  path: '/sandbox/inbound',
  scope: 'sandbox:write',
  effect: 'write',
  input: Input({ raw: Text(rawLengthMax, 'Complete message: headers, an empty line, and the body.') }),
  output: SandboxOutcome,
  errors: [],
  example: { raw: 'From: ada@analytical.example\nTo: outreach@sandbox.example\nSubject: Unsubscribe\n\nPlease stop.' },

  async plan({ raw }, ctx) {
    const { summary, effects } = await planInbound(ctx.workspaceId, rawOf(raw), ctx);
    return { summary, effects, skipped: [], warnings: [], state: undefined };
  },

  perform({ raw }, _plan, ctx) {
    return takeIn(rawOf(raw), null, ctx);
  },

  run(_input, _plan, ctx, outcome) {
    return describeOutcome(outcome, ctx);
  },
});
