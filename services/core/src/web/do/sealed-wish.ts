import { AppError } from '../../errors/errors.ts';
import { seal, unseal } from '../../secrets/secret-box.ts';
import { memberIn } from '../chain/load-visitor.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';

/** What a person filled in, between the form and its confirmation. */
export interface SealedWish {
  input: Record<string, unknown>;
  /** Of the record that the form was filled with. */
  version?: number;
  /** The file that came with it. */
  uploadId?: string;
  back: string;
}

/** It goes through the browser sealed: it may hold passwords, and is for this person and operation only. */
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
