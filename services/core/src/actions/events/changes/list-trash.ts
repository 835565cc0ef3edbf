import { Type } from 'typebox';
import { counted } from '../../../domain/text/counted.ts';
import { Input, OneOf, paging } from '../../../schema/schema.ts';
import { listTrashed, trashDays, trashTypes } from '../../../store/erasure/trash-store.ts';
import { defineRead } from '../../definition/define-action.ts';
import { TrashedView, toTrashedView } from './trash-view.ts';

const readScopes = { contact: 'contacts:read', company: 'companies:read' } as const;

export const listTrash = defineRead({
  name: 'list_trash',
  title: 'List the trash',
  summary: `List the contacts and companies that were deleted in the last ${trashDays} days.`,
  description:
    `Lists deleted contacts and companies that you can read, for ${trashDays} days. Restore one with restore_record, ` +
    'or all of a bulk deletion with undo_change and its changeSetId. Erased people are not in the trash.',
  method: 'get',
  path: '/trash',
  scope: 'changes:read',
  input: Input({
    type: Type.Optional(OneOf(trashTypes, { description: 'Only records of this type.' })),
    ...paging,
  }),
  output: Type.Array(TrashedView),
  errors: [],
  isPaged: true,

  async run(input, ctx) {
    const readable = trashTypes.filter((type) => ctx.scopes.includes(readScopes[type]));
    const types = readable.filter((type) => input.type === undefined || input.type === type);
    const request = ctx.pager.request(input, '-deletedAt');
    const found = await listTrashed(ctx.workspaceId, types, request);
    const page = ctx.pager.answer(input, request, found);
    return { data: found.items.map(toTrashedView), page, summary: `${counted(found.items.length, 'record')}.` };
  },
});
