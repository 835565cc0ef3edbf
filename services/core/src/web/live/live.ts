import type { ServerResponse } from 'node:http';
import { workspaceMark } from '../../engine/context/workspace-mark.ts';
import { describeTopic } from '../../engine/events/notifications/describe-topic.ts';
import { AppError } from '../../errors/errors.ts';
import { listNotifications, newestNotification } from '../../store/events/notifications/notification-store.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import type { Member, WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { WorkspacePulse } from './workspace-pulse.ts';

const openMax = 500;
/** The browser connects again by itself, and with that its session is checked again. */
const lifetimeMs = 5 * 60_000;
const retryMs = 2_000;
const notificationsAtOnce = 20;

/**
 * Server-sent events: "changed" when an open page should look again, which it reads as any page, with its rights; and what
 * this person is to hear of, each with the id from which a later connection goes on.
 */
export function livePages(router: WebRouter, deps: WebDeps): void {
  const pulse = new WorkspacePulse((workspaceId) => workspaceMark(workspaceId, deps.now()));
  let openCount = 0;
  router.get('/app/live', requireMember, async (ctx) => {
    if (openCount >= openMax) throw new AppError('unavailable', 'Too many pages are open. Reload to see what is new.');
    const member = memberIn(ctx);
    const notifications = new HeardNotifications(member, await startOf(ctx, member), deps);
    openCount += 1;
    stream(ctx, pulse, notifications).once('close', () => {
      openCount -= 1;
    });
  });
}

/** After the last one that this browser has shown; in a new browser after all there are. */
async function startOf(ctx: WebContext, { workspace, user }: Member): Promise<string> {
  const last = ctx.get('last-event-id') || String(ctx.query.after ?? '');
  return last || newestNotification(workspace.id, user.id);
}

/** What the person of an open page has not heard of yet. */
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

  /** One look after the other: each goes on where the one before has ended. */
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

/** Written to the response itself: a reader who leaves is no fault of a page. */
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
