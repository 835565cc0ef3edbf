import { afterAll, beforeEach } from 'vitest';
import type { AnyWriteAction } from '../../actions/definition/define-action.ts';
import { AppError } from '../../errors/errors.ts';
import { noKeeper } from '../../execution/answer.ts';
import { execute } from '../../execution/execute.ts';
import { executeOnce } from '../../execution/execute-once.ts';
import { listLedger } from '../../store/credits/ledger-store.ts';
import { startTestCore } from '../start-test-core.ts';
import { inventAction, inventExecution } from './execution.ts';

type Given = Parameters<typeof inventExecution>[3];

/** Creates a workspace with 100 credits for each test, with ways to spend 10 credits per unit. */
export async function startSpending() {
  const core = await startTestCore();
  /** `calls` counts calls of `perform`. */
  const spender = { workspaceId: '', calls: 0 };
  afterAll(() => core.stop());
  beforeEach(async () => {
    const { workspaceId } = await core.addWorkspace({ credits: 100 });
    Object.assign(spender, { workspaceId, calls: 0 });
  });

  async function perform(): Promise<string> {
    spender.calls += 1;
    return 'delivered';
  }
  function spend(units: number, used?: number) {
    const result = { ...(used !== undefined && { units: used }) };
    return inventAction({ effect: 'spend', price: 10, plan: { units }, result });
  }
  function call(units: number, used?: number) {
    return { ...spend(units, used), perform };
  }

  return {
    core,
    spender,
    spend,
    call,
    /** Variant whose `perform` makes no external call. */
    inside(units: number, used?: number) {
      return { ...call(units, used), callsOutside: () => false };
    },
    async refuse(): Promise<never> {
      spender.calls += 1;
      throw new AppError('provider_failed');
    },
    async go(action: AnyWriteAction, given: Given = {}) {
      return execute(await inventExecution(core, spender.workspaceId, action, given), noKeeper);
    },
    async once(action: AnyWriteAction, key: string, input = {}) {
      return executeOnce(await inventExecution(core, spender.workspaceId, action, { idempotencyKey: key, input }), key);
    },
    /** Ledger entries after the grant. */
    async entries() {
      const { items } = await listLedger(spender.workspaceId, {}, { limit: 100, sort: 'id' });
      return items.filter(({ kind }) => kind !== 'grant').map(({ kind, amount }) => `${kind} ${amount}`);
    },
  };
}
