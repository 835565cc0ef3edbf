import { Type } from 'typebox';
import { counted } from '../../../domain/text/counted.ts';
import { FileView, toFileView } from '../../../engine/messages/file-view.ts';
import { Input, paging } from '../../../schema/schema.ts';
import { listFiles as findFilePage } from '../../../store/messages/file-store.ts';
import { defineRead } from '../../definition/define-action.ts';

export const listFiles = defineRead({
  name: 'list_files',
  title: 'List files for attachments',
  summary: 'List the files that messages can attach.',
  description:
    'Lists the files for attachments, newest first, with name, type, and size. Use their IDs in attachments ' +
    'of campaign steps, messages, and answers.',
  method: 'get',
  path: '/files',
  scope: 'messages:read',
  input: Input(paging),
  output: Type.Array(FileView),
  errors: [],
  isPaged: true,

  async run(input, ctx) {
    const request = ctx.pager.request(input, '-id');
    const found = await findFilePage(ctx.workspaceId, request);
    const page = ctx.pager.answer(input, request, found);
    return { data: found.items.map(toFileView), page, summary: `${counted(found.items.length, 'file')}.` };
  },
});
