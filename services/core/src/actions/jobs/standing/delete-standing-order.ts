import { mayAdminister } from '../../../domain/members/role.ts';
import { checkVersion } from '../../../engine/context/check-version.ts';
import { AppError } from '../../../errors/errors.ts';
import { Deleted } from '../../../schema/record-parts.ts';
import { Input } from '../../../schema/schema.ts';
import { deleteOrders } from '../../../store/jobs/standing-order-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { isMaker, orderIdInput, requireOrder } from './order-view.ts';

export const deleteStandingOrder = defineWrite({
  name: 'delete_standing_order',
  title: 'Delete a standing order',
  summary: 'End a standing order.',
  description:
    'Ends a standing order. Its results stay, and its requests that wait for a person stay open. Its maker, ' +
    'an owner, or an admin can end it. To stop it for a while, pause it with update_standing_order.',
  method: 'delete',
  path: '/standing-orders/{orderId}',
  scope: 'standing_orders:write',
  effect: 'destroy',
  input: Input(orderIdInput),
  output: Deleted,
  errors: ['not_found', 'version_conflict', 'invalid_state'],

  async plan({ orderId }, ctx) {
    const order = await requireOrder(orderId, ctx);
    checkVersion(ctx, order);
    if (!isMaker(order, ctx) && (ctx.role === undefined || !mayAdminister(ctx.role)))
      throw new AppError('invalid_state', `Only ${order.actor.name}, an owner, or an admin can end this order.`);
    return {
      summary: `Would end the standing order ${order.name}.`,
      effects: [{ op: 'delete', type: 'standing_order', id: orderId, label: order.name }],
      skipped: [],
      warnings: [],
      state: order,
    };
  },

  async run({ orderId }, { state: order }, ctx) {
    await deleteOrders(ctx.workspaceId, [orderId]);
    return { data: { id: orderId, deleted: true }, summary: `Ended the standing order ${order.name}.` };
  },
});
