import { randomUUID } from 'node:crypto';
import { cutText } from '@outbound/node-service/text/cut-text';
import { seal, unseal } from '../../secrets/secret-box.ts';
import { findUndo, insertUndo, type UndoDoc } from '../../store/members/undo-store.ts';
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
  /** Token for `/app/undo`. */
  undo?: string;
  /** Until when the undo works, in milliseconds. */
  until?: number;
}

/** Sets a notice that the next page shows, once. It is sealed, so that no one else can forge a notice. */
export function sayNext(ctx: WebContext, deps: WebDeps, text: string): void {
  say(ctx, deps, { text });
}

/**
 * Like `sayNext`, but the notice is shown as long as its undo works and nothing follows. Without `undo`, it offers the
 * one that an earlier request has kept under the ID.
 */
export async function sayUndoable(
  ctx: WebContext,
  deps: WebDeps,
  text: string,
  undo?: Undo,
  id?: string,
): Promise<void> {
  const { user, workspace } = memberIn(ctx);
  const own = { _id: id ?? randomUUID(), workspaceId: workspace.id, userId: user.id };
  const earlier = undo === undefined && id !== undefined ? await findUndo(own, deps.now()) : null;
  const kept = undo === undefined ? earlier : await keepUndo(deps, own, undo);
  say(ctx, deps, { text, ...(kept && { undo: kept._id, until: kept.until.getTime() }) });
}

async function keepUndo(
  { config, now }: WebDeps,
  own: Pick<UndoDoc, '_id' | 'workspaceId' | 'userId'>,
  undo: Undo,
): Promise<UndoDoc> {
  const operation = seal(config.keyRing, `${context} ${own._id}`, JSON.stringify(undo));
  const kept = { ...own, operation, until: new Date(now().getTime() + undoMs) };
  await insertUndo(kept);
  return kept;
}

function say(ctx: WebContext, { config }: WebDeps, { text, ...undo }: Said): void {
  const said: Said = { text: cutText(text, shownMax), ...undo };
  writeCookie(ctx, config, 'outbound_notice', seal(config.keyRing, context, JSON.stringify(said)));
}

/** The operation of an undo token. Undefined if it is too old, or belongs to someone else. */
export async function openUndo(ctx: WebContext, deps: WebDeps, token: string): Promise<Undo | undefined> {
  const { user, workspace } = memberIn(ctx);
  const kept = await findUndo({ _id: token, workspaceId: workspace.id, userId: user.id }, deps.now());
  if (kept === null) return undefined;
  return JSON.parse(unseal(deps.config.keyRing, `${context} ${kept._id}`, kept.operation)) as Undo;
}

/** Passes the notice of the last action to pages. Without an undo, it is removed once it has been shown. */
export function readFlash(deps: WebDeps): WebMiddleware {
  return async (ctx, next) => {
    ctx.state.takeNotice = () => {
      const sealed = readCookie(ctx, deps.config, 'outbound_notice');
      if (sealed === undefined) return undefined;
      const notice = openNotice(deps, sealed);
      const isUndoable = (notice?.until ?? 0) > deps.now().getTime();
      if (!isUndoable) writeCookie(ctx, deps.config, 'outbound_notice', null);
      return notice?.undo === undefined || isUndoable ? notice : undefined;
    };
    await next();
  };
}

function openNotice({ config }: WebDeps, sealed: string): Said | undefined {
  try {
    return JSON.parse(unseal(config.keyRing, context, sealed)) as Said;
  } catch {
    return undefined;
  }
}
