import type { PlannedEffect } from '../../engine/context/plan.ts';
import { type BounceKind, bounceKinds, sandboxReport } from '../../engine/sandbox/sandbox-report.ts';
import { Id, Input, OneOf } from '../../schema/schema.ts';
import type { MessageRecord } from '../../store/messages/message-store.ts';
import { isSuppressed } from '../../store/suppressions/suppression-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { describeOutcome, requireSent, SandboxOutcome, takeIn } from './sandbox-outcome.ts';

export const bounceInSandbox = defineWrite({
  name: 'bounce_in_sandbox',
  title: 'Bounce a message in the sandbox',
  summary: 'Simulate a bounce or spam complaint for a sent message.',
  description:
    "Simulates the recipient's mail server: a delivery report (RFC 3464) or a spam complaint (RFC 5965) about " +
    'a sent message arrives. hard: the address does not exist and is suppressed. soft: the mailbox is full. ' +
    'complaint: the recipient reported spam and is suppressed.',
  method: 'post',
  path: '/sandbox/messages/{messageId}/bounce',
  scope: 'sandbox:write',
  effect: 'write',
  input: Input({
    messageId: Id('msg', 'Sent message to bounce.'),
    kind: OneOf(bounceKinds, { description: 'hard, soft, or complaint.' }),
  }),
  output: SandboxOutcome,
  errors: ['not_found', 'invalid_state'],
  example: { messageId: 'msg_01KABCDEFGHJKMNPQRSTVWXYZ0', kind: 'hard' },

  async plan({ messageId, kind }, ctx) {
    const message = await requireSent(messageId, ctx);
    const hasSaidNo = await isSuppressed(ctx.workspaceId, message.to);
    return {
      summary: `Would bounce the message to ${message.to} (${kind}).`,
      effects: effectsOf(message, kind, hasSaidNo),
      skipped: [],
      warnings: [],
      state: message,
    };
  },

  perform({ kind }, { state: message }, ctx) {
    return takeIn(sandboxReport(message, kind, ctx.operationId, ctx.now()), message.mailboxId, ctx);
  },

  run(_input, _plan, ctx, outcome) {
    return describeOutcome(outcome, ctx);
  },
});

function effectsOf({ id, to }: MessageRecord, kind: BounceKind, hasSaidNo: boolean): PlannedEffect[] {
  const bounced: PlannedEffect = { op: 'update', type: 'message', id, label: `Message to ${to}` };
  if (kind === 'soft' || hasSaidNo) return [bounced];
  return [bounced, { op: 'create', type: 'suppression', label: `${to} is suppressed` }];
}
