import { listMailboxes } from '../../actions/mailboxes/list-mailboxes.ts';
import { mailSecurities } from '../../actions/mailboxes/mailbox-input.ts';
import { normalizeEmail } from '../../domain/contacts/email-address.ts';
import { mailProviderFacts, mailProviders } from '../../domain/mailboxes/mail-providers.ts';
import { findMailServers } from '../../engine/mailboxes/find-mail-servers.ts';
import { contentPolicy } from '../chain/security-headers.ts';
import { readAction } from '../do/perform-action.ts';
import { emptyForm, type FormState } from '../forms/form-state.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';

export const connectPath = '/app/mailboxes/connect';
export const callbackPath = '/app/mailboxes/oauth/callback';

/** One line of the test of a mailbox: what works, or the cause and the fix. */
export interface TestLine {
  text: string;
  problem: string | null;
}

interface Shown {
  problem?: string;
  form?: FormState;
  lines?: TestLine[];
}

/**
 * Begins with the address. Then shows how its provider takes a sign-in, with the servers that were found for it. Nothing
 * is stored before the servers have been tested.
 */
export async function showConnect(ctx: WebContext, deps: WebDeps, { problem, form, lines }: Shown = {}): Promise<void> {
  const { config } = deps;
  const targets = Object.values(config.mailSignIns).map(({ authorizeUrl }) => new URL(authorizeUrl).origin);
  // The form redirects to the provider.
  ctx.set('Content-Security-Policy', contentPolicy(targets));
  const given = String(form?.values.address ?? ctx.query.address ?? '');
  const address = normalizeEmail(given) ?? undefined;
  const found = address === undefined ? undefined : await findMailServers(address, deps);
  const mailboxes = (await readAction(ctx, deps, listMailboxes, {})).filter(({ kind }) => kind === 'smtp');
  await renderPage(ctx, 'mailbox-connect', {
    given,
    address,
    problem: problem ?? (given !== '' && address === undefined ? 'This is not an email address.' : undefined),
    found,
    signIn: found?.provider && signInOf(found.provider, deps),
    providers: mailProviders.map((name) => signInOf(name, deps)),
    form: form ?? emptyForm(found ? valuesOf(found, address!) : { username: address ?? '' }),
    securities: mailSecurities,
    lines,
    mailboxes,
    callbackUrl: config.baseUrl + callbackPath,
  });
}

function signInOf(name: keyof typeof mailProviderFacts, { config }: WebDeps) {
  return {
    name,
    label: mailProviderFacts[name].label,
    isSetUp: config.mailSignIns[name] !== undefined,
    settings: `${name.toUpperCase()}_CLIENT_ID and ${name.toUpperCase()}_CLIENT_SECRET`,
  };
}

type Found = NonNullable<Awaited<ReturnType<typeof findMailServers>>>;

function valuesOf({ smtp, imap }: Found, address: string): Record<string, string> {
  return {
    username: smtp.username || address,
    smtpHost: smtp.host,
    smtpPort: String(smtp.port),
    smtpSecurity: smtp.security,
    ...(imap && { imapHost: imap.host, imapPort: String(imap.port), imapSecurity: imap.security }),
  };
}
