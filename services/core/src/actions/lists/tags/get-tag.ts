import { Id, Input } from '../../../schema/schema.ts';
import { defineRead } from '../../definition/define-action.ts';
import { requireTag, TagView, toTagView } from './tag-view.ts';

export const getTag = defineRead({
  name: 'get_tag',
  title: 'Get a tag',
  summary: 'Get one tag.',
  description: 'Returns one tag by its ID. For the contacts with the tag, use list_contacts with tag.',
  method: 'get',
  path: '/tags/{tagId}',
  scope: 'tags:read',
  input: Input({ tagId: Id('tag', 'The tag.') }),
  output: TagView,
  errors: ['not_found'],

  async run({ tagId }, ctx) {
    const tag = await requireTag(tagId, ctx);
    return { data: toTagView(tag), summary: `The tag ${tag.name}.` };
  },
});
