import { moveMessage } from '../../domain/messages/message-state.ts';
import { quotedSubject } from '../../domain/text/plain-text.ts';
import { endEnrollment } from '../../engine/campaigns/enrollment-effects.ts';
import { checkVersion } from '../../engine/context/check-version.ts';
import type { PlannedEffect } from '../../engine/context/plan.ts';
import { Id, Input } from '../../schema/schema.ts';
import { transitionMessage } from '../../store/messages/message-store.ts';
import { changedMeanwhile } from '../campaigns/require-campaign.ts';
import { defineWrite } from '../definition/define-action.ts';
import { MessageView, toMessageView } from './message-view.ts';
import { requireMessage } from './require-message.ts';

export const cancelMessage = defineWrite({
  name: 'cancel_message',
  title: 'Cancel a message',
  summary: 'Cancel a message before it is sent.',
  description:
    'Cancels a message that is not being sent yet. Cancelling a campaign message also removes its contact ' +
    'from the campaign, because the next step would refer to a message that was never sent. To pause ' +
    'temporarily, use pause_enrollment.',
  method: 'post',
  path: '/messages/{messageId}/cancel',
  scope: 'messages:write',
  effect: 'destroy',
  input: Input({ messageId: Id('msg', 'Message to cancel.') }),
  output: MessageView,
  errors: ['not_found', 'invalid_state', 'version_conflict'],

  async plan({ messageId }, ctx) {
    const message = await requireMessage(messageId, ctx);
    checkVersion(ctx, message);
    moveMessage(message.state, 'cancel');
    const { id, to, enrollmentId } = message;
    const effects: PlannedEffect[] = [{ op: 'cancel', type: 'message', id, label: `Message to ${to}` }];
    const isOfCampaign = message.kind === 'campaign' && enrollmentId !== null;
    if (isOfCampaign) effects.push({ op: 'stop', type: 'enrollment', id: enrollmentId, label: `Sequence of ${to}` });
    return {
      summary: `Would cancel the message ${quotedSubject(message)} to ${to}.`,
      effects,
      skipped: [],
      warnings: [],
      state: { message, endedEnrollmentId: isOfCampaign ? enrollmentId : null },
    };
  },

  async run(_input, { state: { message, endedEnrollmentId } }, ctx) {
    const now = ctx.now();
    const moved = await transitionMessage(ctx.workspaceId, message.id, 'cancel', {}, now, message.version);
    const cancelled = changedMeanwhile(moved, 'message');
    if (endedEnrollmentId !== null) {
      await endEnrollment(ctx.workspaceId, endedEnrollmentId, 'removed', now, 'message_cancelled');
    }
    return { data: await toMessageView(cancelled, ctx), summary: `Cancelled the message to ${cancelled.to}.` };
  },
});
