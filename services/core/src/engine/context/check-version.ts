import { AppError } from '../../errors/errors.ts';
import type { ActionContext } from './action-context.ts';

/** Rejects an update of a version that the caller has not seen (If-Match). */
export function checkVersion(ctx: ActionContext, record: { id: string; version: number }): void {
  if (ctx.expectedVersion === undefined || ctx.expectedVersion === record.version) return;
  throw new AppError(
    'version_conflict',
    `${record.id} is at version ${record.version}, not ${ctx.expectedVersion}: read it again and repeat the change.`,
  );
}
