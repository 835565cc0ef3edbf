import { Type } from 'typebox';
import { updateTag as storeTag } from '../../store/crm/tag-store.ts';
import { checkVersion } from '../check-version.ts';
import { defineWrite } from '../define-action.ts';
import { Id, Input, Nullable } from '../schema.ts';
import { moveTag } from './move-tag.ts';
import { Colour, refuseTakenTag, requireTag, TagName, TagView, toTagView } from './tag-view.ts';

export const updateTag = defineWrite({
  name: 'update_tag',
  title: 'Update a tag',
  summary: 'Change name or colour of a tag.',
  description:
    'Changes the name or the colour of a tag (colour null removes it). A new name goes over to all records that carry the tag; with more than 1,000 of them a job does that in the background.',
  method: 'patch',
  path: '/tags/{tagId}',
  scope: 'tags:write',
  effect: 'write',
  input: Input({
    tagId: Id('tag', 'The tag.'),
    name: Type.Optional(TagName),
    colour: Type.Optional(Nullable(Colour)),
  }),
  output: TagView,
  errors: ['not_found', 'already_exists', 'version_conflict'],

  async plan({ tagId, ...changes }, ctx) {
    const tag = await requireTag(tagId, ctx);
    checkVersion(ctx, tag);
    if (changes.name !== undefined) await refuseTakenTag(changes.name, ctx, tagId);
    return {
      summary: `Would change the tag ${tag.name}.`,
      cost: 0,
      effects: [{ op: 'update', type: 'tag', id: tagId, label: tag.name, changes }],
      skipped: [],
      warnings: [],
      state: tag,
    };
  },

  async run({ tagId, name, colour }, { state: before }, ctx) {
    const changes = {
      ...(name !== undefined && { name }),
      ...(colour !== undefined && { colour: colour ?? undefined }),
    };
    const tag = (await storeTag(ctx.workspaceId, tagId, changes, ctx.now())) ?? before;
    if (tag.name !== before.name) await moveTag(before.name, tag.name, ctx);
    return { data: toTagView(tag), summary: `Changed the tag ${tag.name}.` };
  },
});
