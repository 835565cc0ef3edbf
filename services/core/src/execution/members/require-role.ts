import { type AnyAction, areaOf } from '../../actions/definition/define-action.ts';
import { type Asked, refusalOfRole } from '../../domain/members/role.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { AppError } from '../../errors/errors.ts';

/** Limits people to their role, and keys and connections to their creator's role, for REST, MCP, and pages alike. */
export function requireRole(action: AnyAction, { role }: Pick<ActionContext, 'role'>): void {
  if (role === undefined) return;
  const refusal = refusalOfRole(role, askedOf(action));
  if (refusal !== null) throw new AppError('missing_scope', refusal);
}

export function askedOf(action: AnyAction): Asked {
  return { area: areaOf(action), effect: action.effect, isSecret: action.personPage !== undefined };
}
