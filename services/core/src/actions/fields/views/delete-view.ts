import { checkVersion } from '../../../engine/context/check-version.ts';
import { Deleted } from '../../../schema/record-parts.ts';
import { Input } from '../../../schema/schema.ts';
import { deleteView as removeView } from '../../../store/fields/view-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { requireView, viewIdInput } from './saved-view.ts';

export const deleteView = defineWrite({
  name: 'delete_view',
  title: 'Delete a view',
  summary: 'Delete a saved view. Its records are kept.',
  description:
    'Deletes a saved view, for everyone if it is shared. Records that it shows are kept. To hide a shared ' +
    'view from others instead, set isShared to false with update_view.',
  method: 'delete',
  path: '/views/{viewId}',
  scope: 'views:write',
  effect: 'destroy',
  input: Input(viewIdInput),
  output: Deleted,
  errors: ['not_found', 'version_conflict'],

  async plan({ viewId }, ctx) {
    const view = await requireView(viewId, ctx);
    checkVersion(ctx, view);
    return {
      summary: `Would delete the view ${view.name}.`,
      effects: [{ op: 'delete', type: 'view', id: viewId, label: view.name }],
      skipped: [],
      warnings: view.isShared ? ['The view is shared: everyone in the workspace loses it.'] : [],
      state: view,
    };
  },

  async run({ viewId }, { state: view }, ctx) {
    await removeView(ctx.workspaceId, viewId);
    return { data: { id: viewId, deleted: true }, summary: `Deleted the view ${view.name}.` };
  },
});
