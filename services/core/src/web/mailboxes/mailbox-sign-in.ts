import { cutText } from '@outbound/node-service/text/cut-text';
import { isMailProvider, type MailProvider, mailProviderFacts } from '../../domain/mailboxes/mail-providers.ts';
import { connectSignedIn } from '../../engine/mailboxes/connect-signed-in.ts';
import { auditPerson } from '../../engine/members/audit-person.ts';
import { AppError } from '../../errors/errors.ts';
import { type ProviderTokens, redeemCode, SignInRefused } from '../../transport/sign-in/provider-tokens.ts';
import { beginSignIn, openSignIn, type StartedSignIn } from '../../transport/sign-in/started-sign-in.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { personAt } from '../chain/person-at.ts';
import { requireRoleAtPage } from '../chain/require-role.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { callbackPath, connectPath, showConnect } from './connect-page.ts';
import { connectWithPassword } from './connect-with-password.ts';

/** Connects mailboxes: by address and password, or at Google and Microsoft by consent and return with a code. */
export function mailboxSignIn(router: WebRouter, deps: WebDeps): void {
  router.get(connectPath, requireMember, (ctx) => showConnect(ctx, deps));
  router.post(connectPath, requireRoleAtPage('admin'), (ctx) => connectWithPassword(ctx, deps));
  router.get(callbackPath, requireMember, (ctx) => finish(ctx, deps));
  router.get(`${connectPath}/:provider`, requireMember, (ctx) => begin(ctx, deps));
}

function settingsOf(provider: string, { config }: WebDeps) {
  const signIn = isMailProvider(provider) ? config.mailSignIns[provider] : undefined;
  if (signIn === undefined) throw new AppError('not_found', 'This way of signing in is not set up here.');
  return { provider: provider as MailProvider, signIn };
}

async function begin(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace, session } = memberIn(ctx);
  const { provider, signIn } = settingsOf(ctx.params.provider!, deps);
  const given = typeof ctx.query.address === 'string' ? ctx.query.address.trim() : '';
  const address = given.includes('@') && given.length <= 254 ? given : null;
  const started = { provider, workspaceId: workspace.id, address };
  const redirectUri = deps.config.baseUrl + callbackPath;
  ctx.redirect(await beginSignIn(signIn, { ...started, redirectUri, sessionId: session.id }, deps.config, deps.now()));
}

/** The provider sends the browser back here. */
async function finish(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace, session } = memberIn(ctx);
  // Code and state are in this URL. They must not leak in a referrer.
  ctx.set('Referrer-Policy', 'no-referrer');
  const state = typeof ctx.query.state === 'string' ? ctx.query.state : '';
  try {
    const started = openSignIn(state, session.id, deps.config, deps.now());
    if (started.workspaceId !== workspace.id) {
      throw new AppError('invalid_state', 'You have changed the workspace meanwhile: begin again.');
    }
    const { provider, signIn } = settingsOf(started.provider, deps);
    const tokens = await redeem(ctx, { started, state, provider }, deps);
    const address = addressOf(started, tokens);
    const { actor } = personAt(ctx);
    const consent = { provider, signIn, tokens, address, actor };
    const mailbox = await connectSignedIn(workspace.id, consent, deps, deps.now());
    const summary = `Connected the mailbox ${mailbox.address} by signing in with ${mailProviderFacts[provider].label}.`;
    const subjectIds = [mailbox.id];
    const act = { ...personAt(ctx), action: 'connect_mailbox', effect: 'write', summary, subjectIds } as const;
    await auditPerson(workspace.id, act, deps.now());
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    ctx.status = 422;
    return showConnect(ctx, deps, { problem: error.message });
  }
  ctx.redirect(`${connectPath}?notice=mailbox-connected`);
}

/** Signing in with an account other than the named one would connect an unintended mailbox. */
function addressOf({ provider, address: named }: StartedSignIn, { address: signedIn }: ProviderTokens): string {
  const address = signedIn ?? named;
  if (address === null) throw new AppError('validation_failed', 'Enter the address of the mailbox, then sign in.');
  if (named === null || named.toLowerCase() === address.toLowerCase()) return address;
  const { label } = mailProviderFacts[provider];
  const message = `You signed in to ${label} as ${address}, not as ${named}: sign in again with that account, or leave the address empty.`;
  throw new AppError('validation_failed', message);
}

async function redeem(
  ctx: WebContext,
  { started, state, provider }: { started: StartedSignIn; state: string; provider: MailProvider },
  { config, now }: WebDeps,
): Promise<ProviderTokens> {
  const { label } = mailProviderFacts[provider];
  const redirectUri = config.baseUrl + callbackPath;
  const callback = new URL(ctx.originalUrl, config.baseUrl);
  const signIn = config.mailSignIns[provider]!;
  try {
    return await redeemCode(signIn, { callback, state, redirectUri, verifier: started.verifier }, now());
  } catch (error) {
    ctx.state.log.warn({ err: error, provider }, 'signing in to a mailbox failed');
    if (!(error instanceof SignInRefused)) {
      throw new AppError('validation_failed', `${label} does not answer as it should: try again in a minute.`);
    }
    throw new AppError('validation_failed', refusalText(error.error, label));
  }
}

function refusalText(error: string, label: string): string {
  if (error === 'access_denied') return `You did not give consent at ${label}, so nothing was connected.`;
  if (error === 'invalid_grant') return `The sign-in at ${label} has expired or was used already: begin again.`;
  if (error === 'invalid_client' || error === 'unauthorized_client') {
    return `${label} does not know this installation: its operator has to correct the client id and secret.`;
  }
  return `${label} refused the sign-in (${cutText(error, 60)}): begin again, or ask your administrator to allow it.`;
}
