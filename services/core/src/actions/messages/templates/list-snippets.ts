import { Type } from 'typebox';
import { counted } from '../../../domain/text/counted.ts';
import { Input, paging } from '../../../schema/schema.ts';
import { listTemplates as findTemplatePage } from '../../../store/messages/template-store.ts';
import { defineRead } from '../../definition/define-action.ts';
import { TemplateView, toTemplateView } from './template-view.ts';

export const listSnippets = defineRead({
  name: 'list_snippets',
  title: 'List snippets',
  summary: 'List the snippets of the workspace by name.',
  description:
    'Lists the snippets of the workspace by name, with their texts. A snippet is a text inserted into messages. ' +
    'Placeholders such as {{ firstName }} are filled in for each contact.',
  method: 'get',
  path: '/snippets',
  scope: 'templates:read',
  input: Input(paging),
  output: Type.Array(TemplateView),
  errors: [],
  isPaged: true,

  async run(input, ctx) {
    const request = ctx.pager.request(input, 'nameKey');
    const found = await findTemplatePage(ctx.workspaceId, 'snippet', request);
    const page = ctx.pager.answer(input, request, found);
    return { data: found.items.map(toTemplateView), page, summary: `${counted(found.items.length, 'snippet')}.` };
  },
});
