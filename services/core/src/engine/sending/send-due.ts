import { randomUUID } from 'node:crypto';
import type { EngineDeps } from '../context/engine-deps.ts';
import { planMessages } from './messages/plan-messages.ts';
import { type TurnOptions, takeTurn } from './take-turn.ts';

const turnsMax = 10_000;
const leaseMs = 60_000;

/** Sends everything that mailboxes can send now. Returns the number of messages attempted. */
export async function sendDue(
  deps: EngineDeps,
  { owner = `due/${randomUUID()}`, ...options }: TurnOptions & { owner?: string } = {},
): Promise<number> {
  const claim = { owner, leaseMs };
  let count = 0;
  for (let turns = 0; turns < turnsMax; turns += 1) {
    const planned = await planMessages(deps);
    const tried = await takeTurn(claim, deps, options);
    if (tried === null && planned === 0) break;
    count += tried ?? 0;
  }
  return count;
}
