import { createAccount, type NewAccount } from '../../../engine/members/sign-up.ts';
import { AppError } from '../../../errors/errors.ts';
import { seal, unseal } from '../../../secrets/secret-box.ts';
import { findUserByEmail } from '../../../store/members/user-store.ts';
import { requestAt } from '../../chain/person-at.ts';
import { formIn } from '../../chain/read-form.ts';
import { emptyForm, formStateAfter } from '../../forms/form-state.ts';
import { renderPage } from '../../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../../frame/web-deps.ts';
import { requireOpenDoor } from '../open-door.ts';
import { startSession } from '../start-session.ts';

const path = '/app/sign-up/confirm';
const dayMs = 24 * 60 * 60_000;
const sealContext = 'sign-up';

/**
 * An account that is pending confirmation by mail. The link contains it, sealed: nothing is stored before the click.
 */
interface Waiting {
  account: NewAccount;
  next: string;
  expiresAt: number;
}

/** The page is the same whether or not the account exists. Only the mail differs. */
export function askByMail(ctx: WebContext, deps: WebDeps, account: NewAccount, next: string): void {
  // Not awaited, because the response time would reveal whether an account exists.
  void sendMail(deps, account, next).catch((error: Error) => ctx.state.log.error({ err: error }, 'no link was sent'));
  ctx.redirect('/app/sign-in?notice=sign-up-sent');
}

async function sendMail({ config, ports, now }: WebDeps, account: NewAccount, next: string): Promise<void> {
  const to = account.email.trim();
  if (await findUserByEmail(to)) {
    const text =
      `Somebody, probably you, wanted to sign up with this address. You have an account already:\n\nSign ` +
      `in: ${config.baseUrl}/app/sign-in\nForgotten password: ${config.baseUrl}/app/forgotten\n\nIf it was ` +
      `not you, do nothing.\n`;
    return ports.systemMail!.send({ to, subject: 'You have an account with Outbound already', text });
  }
  const waiting: Waiting = { account, next, expiresAt: now().getTime() + dayMs };
  const link = `${config.baseUrl}${path}?token=${seal(config.keyRing, sealContext, JSON.stringify(waiting))}`;
  const text = `Create your workspace with this link, within a day:\n\n${link}\n\nIf you did not ask for this, do nothing: there is no account.\n`;
  await ports.systemMail!.send({ to, subject: 'Create your workspace in Outbound', text });
}

export function confirmSignUpPages(router: WebRouter, deps: WebDeps): void {
  // Mail scanners follow links, so only the button creates anything.
  router.get(path, (ctx) => {
    ctx.set('Referrer-Policy', 'no-referrer');
    return renderPage(ctx, 'sign-up-confirm', {
      form: emptyForm(),
      ...shown(waitingIn(ctx, deps)),
      token: tokenIn(ctx),
    });
  });
  router.post(path, async (ctx) => {
    const waiting = waitingIn(ctx, deps);
    const { trialCredits } = deps.config;
    try {
      await requireOpenDoor(deps, waiting.next);
      const { user, workspace } = await createAccount(waiting.account, trialCredits, requestAt(ctx), deps.now());
      await startSession(ctx, deps, user, workspace.id);
    } catch (error) {
      ctx.status = 422;
      const form = formStateAfter(formIn(ctx), error);
      const problem = form.problem ?? Object.values(form.errors)[0];
      return renderPage(ctx, 'sign-up-confirm', { form: { ...form, problem }, ...shown(waiting), token: tokenIn(ctx) });
    }
    ctx.redirect(waiting.next);
  });
}

function shown({ account: { email, workspaceName } }: Waiting): { email: string; workspaceName: string } {
  return { email: email.trim(), workspaceName };
}

/** The token is in the query, which no log contains. */
function tokenIn(ctx: WebContext): string {
  return typeof ctx.query.token === 'string' ? ctx.query.token : '';
}

function waitingIn(ctx: WebContext, { config, now }: WebDeps): Waiting {
  const waiting = openedOrNull(tokenIn(ctx), config);
  if (waiting === null || waiting.expiresAt <= now().getTime())
    throw new AppError('expired', 'This link is older than a day, or was cut off. Sign up again for another one.');
  return waiting;
}

function openedOrNull(token: string, { keyRing }: WebDeps['config']): Waiting | null {
  try {
    return JSON.parse(unseal(keyRing, sealContext, token)) as Waiting;
  } catch {
    return null;
  }
}
