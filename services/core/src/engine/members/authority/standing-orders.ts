import { scheduleInWords } from '../../../domain/jobs/standing-order.ts';
import { allOrders, deleteOrders, type StandingOrderRecord } from '../../../store/jobs/standing-order-store.ts';
import { listKeyIdsOf } from '../../../store/members/granted-keys.ts';
import type { GrantKind, Grantor } from './grant-kind.ts';

/** Orders that the person made, and orders of their keys and connections. */
async function ordersOf({ workspaceId, userId }: Grantor): Promise<StandingOrderRecord[]> {
  const keyIds = new Set(await listKeyIdsOf(workspaceId, userId));
  return (await allOrders(workspaceId)).filter(({ actor: { kind, id, userId: behind } }) =>
    kind === 'api_key' ? keyIds.has(id) : (behind ?? id) === userId,
  );
}

/** A new password ends connections, and with them their orders. A lower role is checked at each run. */
export const standingOrders: GrantKind = {
  name: 'Standing orders',
  isOfAccount: false,
  endsWithPassword: true,

  async list(grantor) {
    const orders = await ordersOf(grantor);
    return orders.map((order) => ({
      id: order.id,
      name: order.name,
      detail: `Runs ${scheduleInWords(order)} for ${order.actor.name}`,
      lastUsedAt: order.lastRunAt,
    }));
  },

  async endAll(grantor, { end }) {
    const ended = (await ordersOf(grantor)).filter(
      ({ actor }) => end !== 'new password' || actor.kind === 'oauth_client',
    );
    await deleteOrders(
      grantor.workspaceId,
      ended.map(({ id }) => id),
    );
  },
};
