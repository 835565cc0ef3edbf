import { firstIdAt } from '../documents/first-id.ts';
import { type LedgerKind, LedgerModel } from './ledger-store.ts';

/** Credits spent on each day in this time zone, minus refunds. */
export async function sumSpentByDay(workspaceId: string, since: Date, timeZone: string) {
  const day = { $dateToString: { date: '$createdAt', format: '%Y-%m-%d', timezone: timeZone } };
  const spending = { _id: { $gte: firstIdAt('led', since) }, kind: { $in: ['capture', 'refund'] as LedgerKind[] } };
  const rows = await LedgerModel.aggregate<{ _id: string; amount: number }>([
    { $match: { workspaceId, ...spending } },
    { $group: { _id: day, amount: { $sum: '$amount' } } },
  ]);
  return rows.map(({ _id, amount }) => ({ day: _id, credits: Math.max(0, -amount) }));
}
