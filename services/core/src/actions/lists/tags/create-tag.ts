import { Type } from 'typebox';
import { AppError } from '../../../errors/errors.ts';
import { Input } from '../../../schema/schema.ts';
import { countTags, insertTag, tagsMax } from '../../../store/lists/tag-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { Colour, refuseTakenTag, TagName, TagView, toTagView } from './tag-view.ts';

export const createTag = defineWrite({
  name: 'create_tag',
  title: 'Create a tag',
  summary: 'Create a tag for contacts and companies.',
  description:
    'Creates a tag with a name and a `colour`. Tagging records with a new name (tag_contacts, tag_companies) ' +
    'creates the tag automatically, without a `colour`.',
  method: 'post',
  path: '/tags',
  scope: 'tags:write',
  effect: 'write',
  small: { change: 'tags', undo: 'delete_tag removes it.' },
  input: Input({ name: TagName, colour: Type.Optional(Colour) }),
  output: TagView,
  statuses: [201],
  errors: ['already_exists', 'limit_reached'],
  example: { name: 'fintech', colour: '#1f77b4' },

  async plan(input, ctx) {
    await refuseTakenTag(input.name, ctx);
    if ((await countTags(ctx.workspaceId)) >= tagsMax)
      throw new AppError('limit_reached', `A workspace has at most ${tagsMax} tags.`);
    return {
      summary: `Would create the tag ${input.name}.`,
      effects: [{ op: 'create', type: 'tag', label: input.name, changes: { ...input } }],
      skipped: [],
      warnings: [],
      state: undefined,
    };
  },

  async run(input, _plan, ctx) {
    const tag = await insertTag(ctx.workspaceId, input, ctx.now());
    return { status: 201, data: toTagView(tag), summary: `Created the tag ${tag.name}.` };
  },
});
