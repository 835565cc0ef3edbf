import { Type } from 'typebox';
import { counted } from '../../../domain/text/counted.ts';
import { Input, paging } from '../../../schema/schema.ts';
import { listTags as findTagPage } from '../../../store/lists/tag-store.ts';
import { defineRead } from '../../definition/define-action.ts';
import { TagView, toTagView } from './tag-view.ts';

export const listTags = defineRead({
  name: 'list_tags',
  title: 'List tags',
  summary: 'List the tags of the workspace by name.',
  description: 'Lists the tags of the workspace by name. Use a name as tag in list_contacts and list_companies.',
  method: 'get',
  path: '/tags',
  scope: 'tags:read',
  input: Input(paging),
  output: Type.Array(TagView),
  errors: [],
  isPaged: true,

  async run(input, ctx) {
    const request = ctx.pager.request(input, 'name');
    const found = await findTagPage(ctx.workspaceId, request);
    const page = ctx.pager.answer(input, request, found);
    return { data: found.items.map(toTagView), page, summary: `${counted(found.items.length, 'tag')}.` };
  },
});
