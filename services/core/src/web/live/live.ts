import type { ServerResponse } from 'node:http';
import { workspaceMark } from '../../engine/context/workspace-mark.ts';
import { describeTopic } from '../../engine/events/notifications/describe-topic.ts';
import { AppError } from '../../errors/errors.ts';
import { listNotifications, newestNotification } from '../../store/events/notifications/notification-store.ts';
import { knownStanding } from '../../store/members/membership-store.ts';
import { isSessionOpen } from '../../store/members/session-store.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import type { Member, WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { WorkspacePulse } from './workspace-pulse.ts';

const openMax = 500;
/** Lifetime of a connection. The browser reconnects automatically, and its session is checked again. */
const lifetimeMs = 5 * 60_000;
const retryMs = 2_000;
/** With the cache of the standing, an open page ends within a second of its authority. */
const sessionCheckMs = 500;
const notificationsAtOnce = 20;

/**
 * Server-sent events: "changed" tells an open page to reload its content, with the usual rights. Notifications of this
 * person have an ID from which a later connection continues.
 */
export function livePages(router: WebRouter, deps: WebDeps): void {
  const pulse = new WorkspacePulse((workspaceId) => workspaceMark(workspaceId, deps.now()));
  let openCount = 0;
  router.get('/app/live', requireMember, async (ctx) => {
    if (openCount >= openMax) throw new AppError('unavailable', 'Too many pages are open. Reload to see what is new.');
    const member = memberIn(ctx);
    const notifications = new HeardNotifications(member, await startOf(ctx, member), deps);
    openCount += 1;
    const res = stream(ctx, pulse, notifications);
    const stop = endWithSession(res, member, deps);
    res.once('close', () => {
      stop();
      openCount -= 1;
    });
  });
}

/** Ends the stream soon after the session or the membership. Returns a function that stops the checks. */
function endWithSession(res: ServerResponse, { user, session, workspace }: Member, { now }: WebDeps): () => void {
  let timer: NodeJS.Timeout;
  const arm = () => {
    timer = setTimeout(() => void check(), sessionCheckMs).unref();
  };
  const check = async () => {
    // If the store fails, the next check tries again.
    const isOpen = await Promise.all([
      isSessionOpen(user.id, session.id, now()),
      knownStanding(workspace.id, user.id),
    ]).catch(() => [true]);
    if (!isOpen.every(Boolean)) res.destroy();
    else if (!res.closed) arm();
  };
  arm();
  return () => clearTimeout(timer);
}

/** ID of the last notification that this browser has shown. In a new browser, the newest one. */
async function startOf(ctx: WebContext, { workspace, user }: Member): Promise<string> {
  const last = ctx.get('last-event-id') || String(ctx.query.after ?? '');
  return last || newestNotification(workspace.id, user.id);
}

/** Notifications that an open page has not received yet. */
class HeardNotifications {
  readonly #member: Member;
  readonly #deps: WebDeps;
  #afterId: string;
  #turn = Promise.resolve();

  constructor(member: Member, afterId: string, deps: WebDeps) {
    this.#member = member;
    this.#afterId = afterId;
    this.#deps = deps;
  }

  /** Sends one batch after the other. Each continues after the last ID of the previous one. */
  writeTo(res: ServerResponse): void {
    this.#turn = this.#turn.then(() => this.#write(res)).catch(() => undefined);
  }

  async #write(res: ServerResponse): Promise<void> {
    const { workspace, user } = this.#member;
    const from = { afterId: this.#afterId, limit: notificationsAtOnce };
    for (const { id, topic } of await listNotifications(workspace.id, user.id, from)) {
      this.#afterId = id;
      const news = await describeTopic(workspace.id, topic, this.#deps.now());
      const data = JSON.stringify({ title: workspace.name, ...news });
      if (news !== null) res.write(`id: ${id}\nevent: notification\ndata: ${data}\n\n`);
    }
  }
}

/** Writes to the response directly, because a closed connection is not an error of the page. */
function stream(ctx: WebContext, pulse: WorkspacePulse, notifications: HeardNotifications): ServerResponse {
  const { res } = ctx;
  ctx.respond = false;
  res.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
  res.write(`retry: ${retryMs}\n\n`);
  notifications.writeTo(res);
  const stop = pulse.listen(memberIn(ctx).workspace.id, () => {
    res.write('data: changed\n\n');
    notifications.writeTo(res);
  });
  const end = setTimeout(() => res.end(), lifetimeMs).unref();
  return res.once('close', () => {
    stop();
    clearTimeout(end);
  });
}
