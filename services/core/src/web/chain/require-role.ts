import { type Role, roles } from '../../domain/members/role.ts';
import { AppError } from '../../errors/errors.ts';
import type { WebMiddleware } from '../frame/web-deps.ts';
import { memberIn, requireMember } from './load-visitor.ts';

/** For pages that are not API operations: requires at least this role. */
export function requireRoleAtPage(least: Role): WebMiddleware {
  return (ctx, next) =>
    requireMember(ctx, async () => {
      if (roles.indexOf(memberIn(ctx).role) > roles.indexOf(least)) {
        throw new AppError(
          'requires_person',
          `This needs the role ${least}: ask an owner or an admin of the workspace.`,
        );
      }
      await next();
    });
}
