import { Type } from 'typebox';
import { Where } from '../../../engine/fields/query/where-input.ts';
import { AppError } from '../../../errors/errors.ts';
import { Input } from '../../../schema/schema.ts';
import { countViews, insertView, nextViewPosition, viewsMax } from '../../../store/fields/view-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import {
  Columns,
  IsShared,
  Position,
  requireReadableView,
  SavedView,
  toSavedView,
  ViewKindInput,
  ViewName,
  ViewSort,
  viewOwner,
} from './saved-view.ts';

export const createView = defineWrite({
  name: 'create_view',
  title: 'Create a view',
  summary: 'Save a condition with its order and columns as a view.',
  description:
    'Saves where, sort, and columns for one kind of record under a name. where takes the conditions of ' +
    'query_contacts and the other queries; GET /query-fields lists the fields. Only you see the view unless ' +
    'isShared is true. A new view comes last unless position is given.',
  method: 'post',
  path: '/views',
  scope: 'views:write',
  effect: 'write',
  input: Input({
    name: ViewName,
    kind: ViewKindInput,
    where: Type.Optional(Where),
    sort: Type.Optional(ViewSort),
    columns: Type.Optional(Columns),
    isShared: Type.Optional(IsShared),
    position: Type.Optional(Position),
  }),
  output: SavedView,
  statuses: [201],
  errors: ['limit_reached'],
  example: { name: 'Directors', kind: 'contacts', where: { field: 'seniority', op: 'eq', value: 'director' } },

  async plan(input, ctx) {
    await requireReadableView({ ...input, columns: input.columns ?? [] }, ctx);
    if ((await countViews(ctx.workspaceId)) >= viewsMax)
      throw new AppError('limit_reached', `A workspace has at most ${viewsMax} views. Delete one first (delete_view).`);
    return {
      summary: `Would create the view ${input.name}.`,
      effects: [{ op: 'create', type: 'view', label: input.name, changes: { ...input } }],
      skipped: [],
      warnings: [],
      state: undefined,
    };
  },

  async run({ columns = [], isShared = false, position, ...input }, _plan, ctx) {
    const place = position ?? (await nextViewPosition(ctx.workspaceId));
    const facts = { ...input, columns, isShared, position: place, ownerId: viewOwner(ctx) };
    const view = await insertView(ctx.workspaceId, facts, ctx.now());
    return { status: 201, data: toSavedView(view), summary: `Created the view ${view.name}.` };
  },
});
