import { Type } from 'typebox';
import { factChanges } from '../../../domain/contacts/contact-changes.ts';
import { checkVersion } from '../../../engine/context/check-version.ts';
import { changesInWords, plannedUpdate } from '../../../engine/context/planned-update.ts';
import { moveTag, taggedEffects } from '../../../engine/jobs/move-tag.ts';
import { Id, Input, Nullable } from '../../../schema/schema.ts';
import { updateTag as storeTag } from '../../../store/lists/tag-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { Colour, refuseTakenTag, requireTag, TagName, TagView, toTagView } from './tag-view.ts';

export const updateTag = defineWrite({
  name: 'update_tag',
  title: 'Update a tag',
  summary: 'Change the name or color of a tag.',
  description:
    'Changes the name or the `colour` of a tag (null clears it). All records with the tag get the new name. ' +
    'With more than 1,000 of them, a background job does this.',
  method: 'patch',
  path: '/tags/{tagId}',
  scope: 'tags:write',
  effect: 'write',
  small: { change: 'tags', undo: 'update_tag with the previous name.' },
  input: Input({
    tagId: Id('tag', 'The tag.'),
    name: Type.Optional(TagName),
    colour: Type.Optional(Nullable(Colour)),
  }),
  output: TagView,
  errors: ['not_found', 'already_exists', 'version_conflict'],

  async plan({ tagId, ...wanted }, ctx) {
    const tag = await requireTag(tagId, ctx);
    checkVersion(ctx, tag);
    if (wanted.name !== undefined) await refuseTakenTag(wanted.name, ctx, tagId);
    const changes: { name?: string; colour?: string } = factChanges(tag, wanted);
    const isChanged = Object.keys(changes).length > 0;
    const moved = changes.name === undefined ? [] : await taggedEffects(tag.name, changes.name, ctx);
    const update = plannedUpdate({ type: 'tag', id: tagId, label: tag.name, before: tag, changes });
    return {
      summary: isChanged ? `Would change the tag ${tag.name}: ${changesInWords(update)}.` : 'Would change nothing.',
      effects: isChanged ? [update, ...moved] : [],
      skipped: [],
      warnings: [],
      state: { before: tag, changes },
    };
  },

  async run({ tagId }, { state: { before, changes } }, ctx) {
    if (Object.keys(changes).length === 0) return { data: toTagView(before), summary: 'Nothing to change.' };
    const tag = (await storeTag(ctx.workspaceId, tagId, changes, ctx.now())) ?? before;
    if (tag.name !== before.name) await moveTag(before.name, tag.name, ctx);
    return { data: toTagView(tag), summary: `Changed the tag ${tag.name}.` };
  },
});
