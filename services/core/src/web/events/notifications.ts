import {
  type MailTime,
  mailTimes,
  type NotificationKind,
  notificationKinds,
} from '../../domain/events/notifications/notification-wishes.ts';
import { AppError } from '../../errors/errors.ts';
import { applyMailTime } from '../../store/events/notifications/notification-store.ts';
import { changeNotificationWishes } from '../../store/members/user-store.ts';
import { requireVisitor, visitorIn } from '../chain/load-visitor.ts';
import { fieldIn, formIn } from '../chain/read-form.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';

const base = '/app/notifications';

/** Notification settings of a person, including when to send mail. They apply to all their workspaces. */
export function notificationPages(router: WebRouter, deps: WebDeps): void {
  router.get(base, requireVisitor, (ctx) => show(ctx, deps));
  router.post(base, requireVisitor, async (ctx) => {
    const { user } = visitorIn(ctx);
    const mail = fieldIn(ctx, 'mail') as MailTime;
    if (!(mail in mailTimes)) throw new AppError('validation_failed', 'Choose when mail goes out.');
    const kinds = formIn(ctx).getAll('kinds') as NotificationKind[];
    if (kinds.some((kind) => !(kind in notificationKinds)))
      throw new AppError('validation_failed', 'There is no such kind.');
    await changeNotificationWishes(user.id, { mail, kinds });
    if (mail !== 'daily') await applyMailTime(user.id, mail, deps.now());
    ctx.redirect(`${base}?notice=notifications-saved`);
  });
}

async function show(ctx: WebContext, { ports }: WebDeps): Promise<void> {
  const { user } = visitorIn(ctx);
  const { mail, kinds } = user.notifications;
  await renderPage(ctx, 'notifications', {
    isMailSetUp: ports.systemMail !== null,
    times: Object.entries(mailTimes).map(([value, text]) => ({ value, text, isChosen: value === mail })),
    kinds: Object.entries(notificationKinds).map(([value, text]) => ({
      value,
      text,
      isChosen: kinds.includes(value as NotificationKind),
    })),
  });
}
