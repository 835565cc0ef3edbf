import type { AnyWriteAction } from '../../actions/definition/define-action.ts';
import { digestOf } from '../../domain/values/canonical-json.ts';
import { AppError } from '../../errors/errors.ts';
import { isKeyUsed } from '../../execution/execute-once.ts';
import type { Undo } from '../chain/flash.ts';
import { memberIn } from '../chain/load-visitor.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { keptBefore, runsNow, undoOf } from './immediate.ts';
import { type Performed, performAction } from './perform-action.ts';

interface Submitted {
  input: Record<string, unknown>;
  version?: number;
  /** The form and its values. A second click has the same. */
  key: string;
  /** Values with which the form was filled. */
  was?: Record<string, unknown>;
}

/**
 * Runs an immediate operation from its form. Undefined, without any effect, if this input has to be confirmed or is
 * rejected. Its plan shows the reason.
 */
export async function runForm(
  ctx: WebContext,
  deps: WebDeps,
  action: AnyWriteAction,
  { input, version, key, was }: Submitted,
): Promise<{ done: Performed; undo?: Undo; undoId: string } | undefined> {
  const { workspace, user } = memberIn(ctx);
  const scope = { workspaceId: workspace.id, action: action.name, key };
  const facts = { idempotencyKey: key, expectedVersion: version };
  try {
    // Once a first click has run, a plan of the same input would find its changes.
    const isFirst = await unlessRejected(runsNow(ctx, deps, action, { input, version }));
    if (!isFirst && !(await isKeyUsed(scope))) return undefined;
    const before = await keptBefore(ctx, deps, action, { input, was });
    const done = await performAction(ctx, deps, action, structuredClone(input), facts);
    const undoId = digestOf({ ...scope, userId: user.id });
    // A repetition may have read what the first request wrote, so it offers that one's undo.
    return { done, undo: done.isReplay ? undefined : undoOf(action, { input, data: done.data, before }), undoId };
  } catch (error) {
    if (isRejection(error)) return undefined;
    throw error;
  }
}

function unlessRejected(runs: Promise<boolean>): Promise<boolean> {
  return runs.catch((error: unknown) => {
    if (isRejection(error)) return false;
    throw error;
  });
}

function isRejection(error: unknown): boolean {
  return error instanceof AppError && error.status < 500;
}
