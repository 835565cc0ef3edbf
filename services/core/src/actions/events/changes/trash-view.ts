import { type Static, Type } from 'typebox';
import { ForeignName } from '../../../schema/foreign.ts';
import { Described, Named, Nullable, OneOf, Timestamp } from '../../../schema/schema.ts';
import { viewOf } from '../../../schema/view-of.ts';
import { type TrashedRecord, trashDays, trashTypes } from '../../../store/erasure/trash-store.ts';
import { ActorView, toActorView } from '../../members/actor-view.ts';

const dayMs = 86_400_000;

export const TrashedView = Named(
  'TrashedRecord',
  Type.Object({
    id: Type.String({ description: 'ID of the deleted record.' }),
    type: OneOf(trashTypes, { description: 'Type of the record.' }),
    label: ForeignName(Type.String({ description: 'Name or address of the record.' })),
    changeSetId: Nullable(
      Type.String({ description: 'Bulk deletion that it belongs to. undo_change restores all of it.' }),
    ),
    deletedBy: Described(ActorView, 'Person or program that deleted it.'),
    deletedAt: Timestamp('Time of the deletion.'),
    expiresAt: Timestamp('Time until which it can be restored.'),
  }),
);

export function toTrashedView(trashed: TrashedRecord): Static<typeof TrashedView> {
  return viewOf(TrashedView, trashed, {
    deletedBy: toActorView(trashed.actor),
    expiresAt: new Date(trashed.deletedAt.getTime() + trashDays * dayMs).toISOString(),
  });
}
