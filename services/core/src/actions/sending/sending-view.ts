import { type Static, Type } from 'typebox';
import { Named, OneOf, Timestamp } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';
import { installation, type SendingStop, stopReasons } from '../../store/sending/sending-stop-store.ts';

const Stop = Type.Object({
  scope: OneOf(['workspace', 'installation'], {
    description: 'Scope of the stop: this workspace, by a member or key, or everything, by an operator.',
  }),
  reason: OneOf(stopReasons, {
    description:
      'person: a member or key. operator: the command line. restore: a backup was restored. disk_full: the disk is nearly full.',
  }),
  note: Type.String({ description: 'Given reason. Can be empty.' }),
  stoppedBy: Type.String({ description: 'Name of the person, key, or program.' }),
  stoppedAt: Timestamp('Start of the stop.'),
});

export const SendingView = Named(
  'Sending',
  Type.Object({
    state: OneOf(['running', 'stopped'], { description: 'stopped: the workspace sends no messages.' }),
    stops: Type.Array(Stop, { description: 'All active stops. Sending resumes when all are lifted.' }),
  }),
);

export function toSendingView(stops: SendingStop[]): Static<typeof SendingView> {
  return {
    state: stops.length === 0 ? 'running' : 'stopped',
    stops: stops.map((stop) => {
      const scope = stop.id === installation ? 'installation' : 'workspace';
      return viewOf(Stop, stop, { scope, stoppedBy: stop.stoppedBy.name });
    }),
  };
}
