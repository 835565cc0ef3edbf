import { AppError } from '../../errors/errors.ts';
import { seal, unseal } from '../../secrets/secret-box.ts';
import { memberIn } from '../chain/load-visitor.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';

/** A person's input, between the form and its confirmation. */
export interface SealedWish {
  input: Record<string, unknown>;
  /** Version of the record that the form was filled with. */
  version?: number;
  /** ID of the uploaded file. */
  uploadId?: string;
  back: string;
}

/**
 * Seals the input for its way through the browser. It may contain passwords, and is bound to this person and operation.
 */
export function sealWish(ctx: WebContext, deps: WebDeps, action: string, wish: SealedWish): string {
  return seal(deps.config.keyRing, contextOf(ctx, action), JSON.stringify(wish));
}

export function openWish(ctx: WebContext, deps: WebDeps, action: string, sealed: string): SealedWish {
  try {
    return JSON.parse(unseal(deps.config.keyRing, contextOf(ctx, action), sealed)) as SealedWish;
  } catch {
    throw new AppError('expired', 'This page has expired. Fill the form in again.');
  }
}

function contextOf(ctx: WebContext, action: string): string {
  const { user, workspace } = memberIn(ctx);
  return `page ${action} ${workspace.id} ${user.id}`;
}
