import { cutText } from '@outbound/node-service/text/cut-text';
import { seal, unseal } from '../../secrets/secret-box.ts';
import { readCookie, writeCookie } from '../frame/cookies.ts';
import type { WebContext, WebDeps, WebMiddleware } from '../frame/web-deps.ts';
import { memberIn } from './load-visitor.ts';

const shownMax = 300;
const context = 'notice of a page';
/** Time in which a change can be undone from its notice. */
const undoMs = 10 * 60_000;

/** Operation that reverts what the person just did. */
export interface Undo {
  action: string;
  input: Record<string, unknown>;
  /** Version of the record that it reverts. It does nothing to a later one. */
  version?: number;
}

interface Said {
  text: string;
  /** Sealed token for `/app/undo`. */
  undo?: string;
}

interface Kept extends Undo {
  until: number;
  userId: string;
  workspaceId: string;
}

/**
 * Sets a notice that the next page shows, once, or as long as its `undo` works and nothing follows. It is sealed, so
 * that no one else can forge a notice.
 */
export function sayNext(ctx: WebContext, deps: WebDeps, text: string, undo?: Undo): void {
  const { keyRing } = deps.config;
  const said: Said = { text: cutText(text, shownMax), ...(undo && { undo: sealUndo(ctx, deps, undo) }) };
  writeCookie(ctx, deps.config, 'outbound_notice', seal(keyRing, context, JSON.stringify(said)));
}

function sealUndo(ctx: WebContext, { config, now }: WebDeps, undo: Undo): string {
  const { user, workspace } = memberIn(ctx);
  const kept: Kept = { ...undo, until: now().getTime() + undoMs, userId: user.id, workspaceId: workspace.id };
  return seal(config.keyRing, context, JSON.stringify(kept));
}

/** The operation of an undo token. Undefined if it is too old, or belongs to someone else. */
export function openUndo(ctx: WebContext, deps: WebDeps, token: string): Undo | undefined {
  const { user, workspace } = memberIn(ctx);
  const kept = open<Kept>(deps, token);
  const isOwn = kept?.userId === user.id && kept.workspaceId === workspace.id;
  return kept !== undefined && isOwn && kept.until > deps.now().getTime() ? kept : undefined;
}

function open<T>({ config }: WebDeps, sealed: string): T | undefined {
  try {
    return JSON.parse(unseal(config.keyRing, context, sealed)) as T;
  } catch {
    return undefined;
  }
}

/** Passes the notice of the last action to pages. Without `undo`, it is removed once it has been shown. */
export function readFlash(deps: WebDeps): WebMiddleware {
  return async (ctx, next) => {
    ctx.state.takeNotice = () => {
      const sealed = readCookie(ctx, deps.config, 'outbound_notice');
      if (sealed === undefined) return undefined;
      const notice = open<Said>(deps, sealed);
      const isUndoable =
        notice?.undo !== undefined && (open<Kept>(deps, notice.undo)?.until ?? 0) > deps.now().getTime();
      if (!isUndoable) writeCookie(ctx, deps.config, 'outbound_notice', null);
      return notice?.undo === undefined || isUndoable ? notice : undefined;
    };
    await next();
  };
}
