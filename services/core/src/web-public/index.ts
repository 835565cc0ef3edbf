import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { suppressPerson } from '../actions/replies/inbound/suppress-person.ts';
import type { Config } from '../config.ts';
import { readUnsubscribeToken } from '../domain/mail/unsubscribe-token.ts';
import { findMessage, type MessageRecord } from '../store/campaigns/message-store.ts';
import { findWorkspace } from '../store/identity/workspace-store.ts';
import { inTransaction } from '../store/transaction.ts';
import { askPage, donePage, unknownPage } from './unsubscribe-page.ts';

export interface PublicDeps {
  config: Pick<Config, 'secretKey'>;
  now: () => Date;
}

interface Target {
  message: MessageRecord;
  sender: string;
}

const findTarget = async (token: string, { config }: PublicDeps): Promise<Target | null> => {
  const read = readUnsubscribeToken(config.secretKey, token);
  if (read === null) return null;
  const message = await findMessage(read.workspaceId, read.messageId);
  const workspace = await findWorkspace(read.workspaceId);
  if (message === null || workspace === null) return null;
  return { message, sender: workspace.settings.senderName || workspace.name };
};

const answer = (ctx: Context, status: number, body: string): void => {
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = body;
  ctx.set('Cache-Control', 'no-store');
  ctx.set(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'",
  );
  ctx.set('Referrer-Policy', 'no-referrer');
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('X-Robots-Tag', 'noindex');
};

const unsubscribe = (message: MessageRecord, deps: PublicDeps) => {
  const { workspaceId, to, contactId, enrollmentId, id } = message;
  const person = { address: to, contactId, enrollmentId, reason: 'unsubscribe', source: id } as const;
  return inTransaction(() => suppressPerson(workspaceId, person, deps));
};

/**
 * The pages that recipients reach from a message. A GET shows a page and does nothing, because scanners follow links;
 * a POST unsubscribes, from that page or by the mail client's one click (RFC 8058): its body does not matter.
 */
export const publicRoutes = (deps: PublicDeps): Middleware => {
  const router = new Router();
  router.get('/u/:token', async (ctx) => {
    const target = await findTarget(ctx.params.token!, deps);
    if (target === null) return answer(ctx, 404, unknownPage());
    return answer(ctx, 200, askPage(target.sender, target.message.to));
  });
  router.post('/u/:token', async (ctx) => {
    const target = await findTarget(ctx.params.token!, deps);
    if (target === null) return answer(ctx, 404, unknownPage());
    await unsubscribe(target.message, deps);
    return answer(ctx, 200, donePage(target.sender, target.message.to));
  });
  return router.routes() as unknown as Middleware;
};
