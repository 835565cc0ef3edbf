import { type Static, Type } from 'typebox';
import { readWhere } from '../../../domain/fields/queries/where.ts';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import { Where } from '../../../engine/fields/query/where-input.ts';
import { AppError, notFound } from '../../../errors/errors.ts';
import { Id, Named, Nullable, OneOf, Text, Timestamp } from '../../../schema/schema.ts';
import { viewOf } from '../../../schema/view-of.ts';
import { serverNow } from '../../../store/documents/server-clock.ts';
import {
  findView,
  type ViewFacts,
  type ViewKind,
  type ViewRecord,
  viewKinds,
} from '../../../store/fields/view-store.ts';
import { requireSort } from '../../definition/define-query.ts';
import { queriedRecords } from '../list-query-fields.ts';

const columnsMax = 50;
const positionMax = 1_000_000;

export const viewIdInput = { viewId: Id('view', 'The view.') };
export const ViewName = Text(100, 'Name that people choose it by.');
export const Columns = Type.Array(Text(100, 'A field; see GET /query-fields.'), {
  maxItems: columnsMax,
  uniqueItems: true,
  description: 'Fields to show, in order.',
});
export const ViewSort = Text(100, 'A field that orders the records; "-" before it is descending.');
export const IsShared = Type.Boolean({
  description: 'True: everyone in the workspace sees it. False: only its owner.',
});
export const Position = Type.Integer({
  minimum: 0,
  maximum: positionMax,
  description: 'Place among the views, lowest first.',
});
export const ViewKindInput = OneOf(viewKinds, { description: 'Kind of record that it shows.' });

export const SavedView = Named(
  'SavedView',
  Type.Object({
    id: Type.String({ description: 'view_….' }),
    name: Type.String({ description: 'Name that people choose it by.' }),
    kind: ViewKindInput,
    where: Type.Unsafe<Static<typeof Where> | null>({
      ...Nullable(Where),
      description: 'Condition of the records, for POST /<kind>/query. Null: all records.',
    }),
    sort: Nullable(Type.String({ description: 'Order of the records. Null: the usual one.' })),
    columns: Type.Array(Type.String(), { description: 'Fields to show, in order. Empty: the usual ones.' }),
    isShared: IsShared,
    position: Type.Integer({ description: 'Place among the views, lowest first.' }),
    ownerId: Type.String({ description: 'Member, key, or client that it belongs to.' }),
    createdAt: Timestamp('Creation time.'),
    updatedAt: Timestamp('Time of the last change.'),
    version: Type.Integer({ description: 'Increases by one with each change. Used in the ETag and for If-Match.' }),
  }),
);

export function toSavedView(view: ViewRecord): Static<typeof SavedView> {
  return viewOf(SavedView, view, { where: view.where ?? null });
}

/** Owner of the views that this caller creates: the person on whose behalf it acts, or else the key or client. */
export function viewOwner({ actor }: ActionContext): string {
  return actor.userId ?? actor.id;
}

/** A view of someone else counts as missing until it is shared. */
export async function requireView(viewId: string, ctx: ActionContext): Promise<ViewRecord> {
  const view = await findView(ctx.workspaceId, viewId);
  if (view === null || !(view.isShared || view.ownerId === viewOwner(ctx))) throw notFound('view', viewId);
  return view;
}

const recordOf = {
  contacts: 'contact',
  companies: 'company',
  campaigns: 'campaign',
  replies: 'reply',
  messages: 'message',
} as const satisfies Record<ViewKind, keyof typeof queriedRecords>;

/** Requires a condition, an order, and columns that fit the kind of record. Throws `validation_failed`. */
export async function requireReadableView(
  { kind, where, sort, columns }: Pick<ViewFacts, 'kind' | 'where' | 'sort' | 'columns'>,
  ctx: ActionContext,
): Promise<void> {
  const known = await queriedRecords[recordOf[kind]](ctx);
  if (where !== undefined) readWhere(where, known, await serverNow());
  if (sort !== undefined) requireSort(sort, known);
  const foreign = columns.find((name) => !known.fields.has(name));
  if (foreign === undefined) return;
  throw new AppError('validation_failed', `columns: ${foreign} is not a field of a ${known.noun}.`, {
    field: 'columns',
    allowedValues: [...known.fields.keys()],
  });
}
