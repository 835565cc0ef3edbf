import { checkVersion } from '../../../engine/context/check-version.ts';
import { moveTag, taggedEffects } from '../../../engine/jobs/move-tag.ts';
import { Deleted } from '../../../schema/record-parts.ts';
import { Id, Input } from '../../../schema/schema.ts';
import { deleteTag as removeTag } from '../../../store/lists/tag-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { requireTag } from './tag-view.ts';

export const deleteTag = defineWrite({
  name: 'delete_tag',
  title: 'Delete a tag',
  summary: 'Delete a tag and remove it from all records.',
  description:
    'Deletes a tag and removes it from all contacts and companies. With more than 1,000 of them, a background ' +
    'job does this. The records are kept.',
  method: 'delete',
  path: '/tags/{tagId}',
  scope: 'tags:write',
  effect: 'destroy',
  input: Input({ tagId: Id('tag', 'The tag.') }),
  output: Deleted,
  errors: ['not_found', 'version_conflict'],

  async plan({ tagId }, ctx) {
    const tag = await requireTag(tagId, ctx);
    checkVersion(ctx, tag);
    return {
      summary: `Would delete the tag ${tag.name}.`,
      effects: [
        { op: 'delete', type: 'tag', id: tagId, label: tag.name },
        ...(await taggedEffects(tag.name, undefined, ctx)),
      ],
      skipped: [],
      warnings: [],
      state: tag,
    };
  },

  async run({ tagId }, { state: tag }, ctx) {
    await removeTag(ctx.workspaceId, tagId);
    await moveTag(tag.name, undefined, ctx);
    return { data: { id: tagId, deleted: true }, summary: `Deleted the tag ${tag.name}.` };
  },
});
