import { randomUUID } from 'node:crypto';
import type { AnyWriteAction } from '../../actions/definition/define-action.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import type { Plan, Result } from '../../engine/context/plan.ts';
import { creditsPerUnit } from '../../execution/credits/price.ts';
import type { Execution } from '../../execution/execution.ts';
import { makeActionContext } from '../../execution/make-context.ts';
import { findWorkspace } from '../../store/workspaces/workspace-store.ts';
import type { TestCore } from '../start-test-core.ts';

interface Invented {
  effect?: AnyWriteAction['effect'];
  scope?: string;
  /** Credits per unit. */
  price?: number;
  plan?: Partial<Plan<unknown>>;
  result?: Partial<Result<unknown>>;
  perform?: AnyWriteAction['perform'];
  run?: () => Promise<void>;
}

/** Action that only plans and returns the values given by a test. */
export function inventAction({ effect = 'write', scope = 'contacts:write', ...facts }: Invented = {}): AnyWriteAction {
  const { price = 0, perform, plan, result, run } = facts;
  return {
    name: `invented_${effect}`,
    title: 'Invented',
    summary: '',
    description: '',
    errors: [],
    input: {},
    output: {},
    method: 'post',
    path: '/invented',
    scope,
    effect,
    price: { credits: price, per: 'unit' },
    plan: async () => ({ summary: 'Would do it.', effects: [], skipped: [], warnings: [], state: null, ...plan }),
    ...(perform && { perform }),
    run: async () => {
      await run?.();
      return { data: null, summary: 'Did it.', ...result };
    },
  };
}

type Given = Partial<ActionContext> & Pick<Execution, 'expectedDigest'> & { input?: Record<string, unknown> };

/** Builds an execution requested by a person in a workspace, unless the test says otherwise. */
export async function inventExecution(
  { deps }: TestCore,
  workspaceId: string,
  action: AnyWriteAction,
  { input = {}, expectedDigest, ...given }: Given = {},
): Promise<Execution> {
  const workspace = (await findWorkspace(workspaceId))!;
  const actor = { kind: 'user', id: 'usr_ada', name: 'Ada' } as const;
  const facts = { requestId: `req_${randomUUID()}`, log: deps.log, creditsPerUnit: creditsPerUnit(action) };
  const context = makeActionContext(deps, { actor, via: 'app', scopes: [], workspace }, facts);
  return { action, input, context: { ...context, ...given }, ...(expectedDigest !== undefined && { expectedDigest }) };
}
