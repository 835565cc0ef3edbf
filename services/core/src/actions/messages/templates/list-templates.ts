import { Type } from 'typebox';
import { counted } from '../../../domain/text/counted.ts';
import { Input, paging } from '../../../schema/schema.ts';
import { listTemplates as findTemplatePage } from '../../../store/messages/template-store.ts';
import { defineRead } from '../../definition/define-action.ts';
import { TemplateView, toTemplateView } from './template-view.ts';

export const listTemplates = defineRead({
  name: 'list_templates',
  title: 'List templates',
  summary: 'List the templates of the workspace by name.',
  description:
    'Lists the templates of the workspace by name, with their texts. A template is a whole message. ' +
    'Placeholders such as {{ firstName }} are filled in for each contact.',
  method: 'get',
  path: '/templates',
  scope: 'templates:read',
  input: Input(paging),
  output: Type.Array(TemplateView),
  errors: [],
  isPaged: true,

  async run(input, ctx) {
    const request = ctx.pager.request(input, 'nameKey');
    const found = await findTemplatePage(ctx.workspaceId, 'template', request);
    const page = ctx.pager.answer(input, request, found);
    return { data: found.items.map(toTemplateView), page, summary: `${counted(found.items.length, 'template')}.` };
  },
});
