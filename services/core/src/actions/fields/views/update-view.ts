import { Type } from 'typebox';
import { factChanges } from '../../../domain/contacts/contact-changes.ts';
import { checkVersion } from '../../../engine/context/check-version.ts';
import { changesInWords, plannedUpdate } from '../../../engine/context/planned-update.ts';
import { Where } from '../../../engine/fields/query/where-input.ts';
import { AppError } from '../../../errors/errors.ts';
import { Input, Nullable } from '../../../schema/schema.ts';
import { updateView as storeView, type ViewFacts } from '../../../store/fields/view-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import {
  Columns,
  IsShared,
  Position,
  requireReadableView,
  requireView,
  SavedView,
  toSavedView,
  ViewKindInput,
  ViewName,
  ViewSort,
  viewIdInput,
  viewOwner,
} from './saved-view.ts';

export const updateView = defineWrite({
  name: 'update_view',
  title: 'Update a view',
  summary: 'Change the name, condition, order, columns, sharing, or position of a view.',
  description:
    'Changes the given parts of a view and keeps the others. where and columns are replaced as a whole; null ' +
    'clears where or sort. Everyone can change a shared view. Only its owner can stop sharing it.',
  method: 'patch',
  path: '/views/{viewId}',
  scope: 'views:write',
  effect: 'write',
  input: Input({
    ...viewIdInput,
    name: Type.Optional(ViewName),
    kind: Type.Optional(ViewKindInput),
    where: Type.Optional(Nullable(Where)),
    sort: Type.Optional(Nullable(ViewSort)),
    columns: Type.Optional(Columns),
    isShared: Type.Optional(IsShared),
    position: Type.Optional(Position),
  }),
  output: SavedView,
  errors: ['not_found', 'invalid_state', 'version_conflict'],

  async plan({ viewId, ...wanted }, ctx) {
    const view = await requireView(viewId, ctx);
    checkVersion(ctx, view);
    const changes: Partial<ViewFacts> = factChanges(view, wanted);
    if (changes.isShared === false && view.ownerId !== viewOwner(ctx))
      throw new AppError('invalid_state', 'Only the owner of a view can stop sharing it.', { field: 'isShared' });
    await requireReadableView({ ...view, ...changes }, ctx);
    const update = plannedUpdate({ type: 'view', id: viewId, label: view.name, before: view, changes });
    const isChanged = Object.keys(changes).length > 0;
    return {
      summary: isChanged ? `Would change the view ${view.name}: ${changesInWords(update)}.` : 'Would change nothing.',
      effects: isChanged ? [update] : [],
      skipped: [],
      warnings: [],
      state: { before: view, changes },
    };
  },

  async run({ viewId }, { state: { before, changes } }, ctx) {
    if (Object.keys(changes).length === 0) return { data: toSavedView(before), summary: 'Nothing to change.' };
    const view = (await storeView(ctx.workspaceId, viewId, changes, ctx.now())) ?? before;
    return { data: toSavedView(view), summary: `Changed the view ${view.name}.` };
  },
});
