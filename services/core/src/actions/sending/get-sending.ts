import { Input } from '../../schema/schema.ts';
import { findSendingStops } from '../../store/sending/sending-stop-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { SendingView, toSendingView } from './sending-view.ts';

export const getSending = defineRead({
  name: 'get_sending',
  title: 'Get the sending state of the workspace',
  summary: 'Get the sending status, including who stopped sending and why.',
  description:
    'Returns whether all sending of this workspace is running or stopped, with each active stop: by a member ' +
    'or key of the workspace (see stop_sending), by the operator, after a restore, or because the disk is ' +
    'nearly full. Due messages stay queued. A person resumes sending in the application, under Settings.',
  method: 'get',
  path: '/sending',
  scope: 'campaigns:read',
  input: Input({}),
  output: SendingView,
  errors: [],

  async run(_input, ctx) {
    const view = toSendingView(await findSendingStops(ctx.workspaceId));
    const summary =
      view.state === 'running' ? 'Sending is running.' : `Sending is stopped by ${view.stops[0]!.stoppedBy}.`;
    return { data: view, summary };
  },
});
