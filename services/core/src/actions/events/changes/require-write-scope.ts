import type { ActionContext } from '../../../engine/context/action-context.ts';
import { AppError } from '../../../errors/errors.ts';

const writeScopes = { contact: 'contacts:write', company: 'companies:write' } as const;

/** Requires the write scope of a kind of record. `what` begins the message. */
export function requireWriteScope(type: keyof typeof writeScopes, what: string, { scopes }: ActionContext): void {
  const scope = writeScopes[type];
  if (!scopes.includes(scope))
    throw new AppError('missing_scope', `${what} needs ${scope}.`, { missingScopes: [scope] });
}
