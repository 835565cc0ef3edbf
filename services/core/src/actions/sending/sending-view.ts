import { type Static, Type } from 'typebox';
import { Named, OneOf, Timestamp } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';
import { installation, type SendingStop, stopReasons } from '../../store/sending/sending-stop-store.ts';

const Stop = Type.Object({
  scope: OneOf(['workspace', 'installation'], {
    description: 'What is stopped: this workspace by one of its members or keys, or everything by an operator.',
  }),
  reason: OneOf(stopReasons, {
    description: 'person: a member or key; operator: from the command line; restore: a backup was restored; disk_full.',
  }),
  note: Type.String({ description: 'What was given as the reason, or empty.' }),
  stoppedBy: Type.String({ description: 'Name of the person, key or program.' }),
  stoppedAt: Timestamp('Since when.'),
});

export const SendingView = Named(
  'Sending',
  Type.Object({
    state: OneOf(['running', 'stopped'], { description: 'stopped: no message of the workspace leaves.' }),
    stops: Type.Array(Stop, { description: 'Every stop in force; sending goes on when all are lifted.' }),
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
