import { Type } from 'typebox';
import { Input, Text } from '../../schema/schema.ts';
import { findSendingStops, stopSending as storeStop } from '../../store/sending/sending-stop-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { SendingView, toSendingView } from './sending-view.ts';

export const stopSending = defineWrite({
  name: 'stop_sending',
  title: 'Stop all sending',
  summary: 'Stop all sending of this workspace within two seconds.',
  description:
    'Emergency stop: within two seconds, the workspace sends no more messages of any campaign, answer, or ' +
    'mailbox, also after restarts. Due messages stay queued and are not lost. Campaigns keep their state, and ' +
    'replies are still received. Only a person can resume, in the application under Settings. To stop one ' +
    'campaign, use pause_campaign.',
  method: 'post',
  path: '/sending/stop',
  scope: 'sending:write',
  effect: 'write',
  input: Input({ note: Type.Optional(Text(300, 'Reason, shown to everyone who sees the stop.')) }),
  output: SendingView,
  errors: [],
  example: { note: 'Wrong list: half of the recipients are customers.' },

  async plan(_input, ctx) {
    const isStopped = (await findSendingStops(ctx.workspaceId)).some(({ id }) => id === ctx.workspaceId);
    const effects = isStopped
      ? []
      : [{ op: 'stop' as const, type: 'sending', id: ctx.workspaceId, label: 'all sending' }];
    const summary = isStopped ? 'Sending is already stopped.' : 'Would stop all sending of this workspace.';
    const warnings = isStopped ? [] : ['Only a person can resume it, in the application.'];
    return { summary, effects, skipped: [], warnings, state: { isStopped } };
  },

  async run({ note = '' }, { state: { isStopped } }, ctx) {
    const stop = { reason: 'person' as const, note, stoppedBy: ctx.actor, stoppedAt: ctx.now() };
    if (!isStopped) await storeStop(ctx.workspaceId, stop);
    const data = toSendingView(await findSendingStops(ctx.workspaceId));
    return { data, summary: isStopped ? 'Sending was already stopped.' : 'All sending of this workspace is stopped.' };
  },
});
