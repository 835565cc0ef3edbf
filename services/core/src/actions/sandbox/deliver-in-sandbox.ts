import { Type } from 'typebox';
import { deliverDue, deliveredMax } from '../../engine/sandbox/deliver-due.ts';
import { findDueMessages } from '../../engine/sandbox/due-messages.ts';
import { requireSandbox } from '../../engine/sandbox/require-sandbox.ts';
import { Input } from '../../schema/schema.ts';
import { defineWrite } from '../definition/define-action.ts';

const shownMax = 100;

export const deliverInSandbox = defineWrite({
  name: 'deliver_in_sandbox',
  title: 'Deliver due messages in the sandbox',
  summary: 'Send all due messages now, regardless of window, gap, and daily limit.',
  description:
    `Sends up to ${deliveredMax} due messages into the sandbox, without waiting for sending windows, gaps, or daily ` +
    'caps. To reach the next step of a sequence, use advance_sandbox_clock. Approvals, suppressions, and paused ' +
    'campaigns are checked as always. Only in workspaces without a real mailbox.',
  method: 'post',
  path: '/sandbox/deliver',
  scope: 'sandbox:write',
  effect: 'write',
  input: Input({}),
  output: Type.Object({
    sentCount: Type.Integer({ description: 'Messages sent.' }),
    messageIds: Type.Array(Type.String(), { description: 'IDs of these messages, msg_….' }),
    heldCount: Type.Integer({ description: 'Due messages that cannot be sent: skipped, held, or paused.' }),
    waitingCount: Type.Integer({ description: 'Messages that are still due. Call again.' }),
  }),
  errors: ['invalid_state'],

  async plan(_input, ctx) {
    await requireSandbox(ctx.workspaceId, 'Delivering at once');
    const due = await findDueMessages(ctx.workspaceId, ctx.now());
    const shown = due.slice(0, shownMax);
    return {
      summary: `Would send ${due.length} due messages into the sandbox.`,
      effects: shown.map(({ id, to }) => ({ op: 'send' as const, type: 'message', id, label: `Message to ${to}` })),
      skipped: [],
      warnings: due.length > shownMax ? [`${due.length - shownMax} more messages are due.`] : [],
      state: undefined,
    };
  },

  perform(_input, _plan, ctx) {
    return deliverDue(ctx.workspaceId, `sandbox/${ctx.operationId}`, ctx);
  },

  async run(_input, _plan, ctx, { sent, held }) {
    const seen = new Set([...sent, ...held]);
    const waiting = (await findDueMessages(ctx.workspaceId, ctx.now())).filter(({ id }) => !seen.has(id));
    const data = {
      sentCount: sent.length,
      messageIds: sent,
      heldCount: held.length,
      waitingCount: waiting.length,
    };
    const noun = sent.length === 1 ? 'message' : 'messages';
    return { data, summary: `Sent ${sent.length} ${noun} into the sandbox.` };
  },
});
