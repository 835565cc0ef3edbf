import { findOpenInvitation } from '../../engine/members/join-workspace.ts';
import { AppError } from '../../errors/errors.ts';
import type { WebDeps } from '../frame/web-deps.ts';

/**
 * If sign-up requires an invitation, only the link of an open one allows it. Checked again when a sign-up link is used,
 * because the link ends with its invitation.
 */
export async function requireOpenDoor({ config, now }: WebDeps, next: string): Promise<void> {
  if (config.isSignUpOpen) return;
  const token = /^\/app\/join\/([\w-]+)$/.exec(next)?.[1];
  if (token && (await findOpenInvitation(token, now()))) return;
  throw new AppError(
    'requires_person',
    'Accounts are made by invitation here. Ask a member, or the operator, for one.',
  );
}
