import { Type } from 'typebox';
import { counted } from '../../../domain/text/counted.ts';
import { Input, paging } from '../../../schema/schema.ts';
import { listOrders } from '../../../store/jobs/standing-order-store.ts';
import { defineRead } from '../../definition/define-action.ts';
import { StandingOrderView, toStandingOrderView } from './order-view.ts';

export const listStandingOrders = defineRead({
  name: 'list_standing_orders',
  title: 'List standing orders',
  summary: 'List standing orders with their last outcomes and their next run.',
  description:
    'Lists the standing orders of the workspace, newest first: what each carries out, for whom, the outcome of each ' +
    'step of the last run, and when it runs next.',
  method: 'get',
  path: '/standing-orders',
  scope: 'standing_orders:read',
  input: Input(paging),
  output: Type.Array(StandingOrderView),
  errors: [],
  isPaged: true,

  async run(input, ctx) {
    const request = ctx.pager.request(input, '-id');
    const found = await listOrders(ctx.workspaceId, request);
    const page = ctx.pager.answer(input, request, found);
    const summary = `${counted(found.items.length, 'standing order')}.`;
    return { data: found.items.map(toStandingOrderView), page, summary };
  },
});
