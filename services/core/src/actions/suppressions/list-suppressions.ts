import { Type } from 'typebox';
import { suppressionKinds, suppressionReasons } from '../../domain/suppressions/suppression-fields.ts';
import { counted } from '../../domain/text/counted.ts';
import { Input, OneOf, paging } from '../../schema/schema.ts';
import { listSuppressions as findSuppressionPage } from '../../store/suppressions/suppression-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { SuppressionView, toSuppressionView } from './suppression-view.ts';

export const listSuppressions = defineRead({
  name: 'list_suppressions',
  title: 'List suppressed addresses and domains',
  summary: 'List suppressed addresses and domains, newest first.',
  description:
    'Lists the suppressed addresses and domains, newest first, with the reason: manual, unsubscribe, ' +
    'complaint, hard_bounce, erasure (without the address), or import. To check one address, use ' +
    'check_suppression.',
  method: 'get',
  path: '/suppressions',
  scope: 'suppression:read',
  input: Input({
    kind: Type.Optional(OneOf(suppressionKinds, { description: 'Only addresses or only domains.' })),
    reason: Type.Optional(OneOf(suppressionReasons, { description: 'Only entries with this reason.' })),
    ...paging,
  }),
  output: Type.Array(SuppressionView),
  errors: [],
  isPaged: true,

  async run(input, ctx) {
    const { kind, reason } = input;
    const request = ctx.pager.request(input, '-createdAt');
    const found = await findSuppressionPage(ctx.workspaceId, { kind, reason }, request);
    const page = ctx.pager.answer(input, request, found);
    const more = page.nextCursor === null ? '' : ', and more on the next page';
    return {
      data: found.items.map(toSuppressionView),
      page,
      summary: `${counted(found.items.length, 'entry')}${more}.`,
    };
  },
});
