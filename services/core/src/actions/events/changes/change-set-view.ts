import { type Static, Type } from 'typebox';
import { Described, Named, Nullable, OneOf, Timestamp } from '../../../schema/schema.ts';
import { viewOf } from '../../../schema/view-of.ts';
import { type ChangeSetRecord, changedTypes, changeSetDays } from '../../../store/events/changes/change-set-store.ts';
import { ActorView, toActorView } from '../../members/actor-view.ts';

const dayMs = 86_400_000;

export const ChangeSetView = Named(
  'ChangeSet',
  Type.Object({
    id: Type.String({ description: 'chs_….' }),
    title: Type.String({ description: 'Description of the change.' }),
    recordType: OneOf(changedTypes, { description: 'Kind of the changed records.' }),
    jobId: Nullable(Type.String({ description: 'Job that makes the change.' })),
    count: Type.Integer({ description: 'Records changed so far.' }),
    undoOf: Nullable(Type.String({ description: 'Change set that this one undoes.' })),
    undoneBy: Nullable(Type.String({ description: 'Change set that undoes this one.' })),
    createdBy: Described(ActorView, 'Person or program that made the change.'),
    createdAt: Timestamp('Time of the change.'),
    expiresAt: Timestamp('Time until which it can be undone.'),
  }),
);

export function toChangeSetView(set: ChangeSetRecord): Static<typeof ChangeSetView> {
  return viewOf(ChangeSetView, set, {
    recordType: set.recordType ?? 'contact',
    createdBy: toActorView(set.actor),
    expiresAt: new Date(set.createdAt.getTime() + changeSetDays * dayMs).toISOString(),
  });
}
