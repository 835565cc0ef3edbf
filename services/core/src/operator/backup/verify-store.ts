import { sumLedger } from '../../store/credits/ledger-store.ts';
import { closedBalance } from '../../store/credits/operation-store.ts';
import { everyWorkspace } from '../../store/workspaces/workspace-store.ts';

export interface StoreReport {
  workspaces: number;
  problems: string[];
}

/** Checks invariants of all stored documents in all workspaces. */
export async function verifyStore(): Promise<StoreReport> {
  const problems: string[] = [];
  let workspaces = 0;
  for await (const { id } of everyWorkspace()) {
    workspaces += 1;
    const [balance, sum] = [await closedBalance(id), await sumLedger(id)];
    if (balance !== sum) problems.push(`${id}: the balance is ${balance}, the ledger adds up to ${sum}`);
    if (balance < 0) problems.push(`${id}: the balance is negative (${balance})`);
  }
  return { workspaces, problems };
}
