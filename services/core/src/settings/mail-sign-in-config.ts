import { ConfigError } from '@outbound/node-service/settings/common-settings';
import { type MailProvider, mailProviderFacts, mailProviders } from '../domain/mailboxes/mail-providers.ts';
import { type Environment, requiredText, url } from './read-setting.ts';

export interface ProviderServer {
  host: string;
  port: number;
  security: 'tls' | 'starttls' | 'none';
}

/** Settings for signing in to mailboxes of one provider. */
export interface MailSignInConfig {
  clientId: string;
  clientSecret: string;
  authorizeUrl: string;
  tokenUrl: string;
  smtp: ProviderServer;
  imap: ProviderServer;
}

/** A provider without a client ID is absent, and its mailboxes cannot be connected. */
export type MailSignIns = Partial<Record<MailProvider, MailSignInConfig>>;

const tlsPorts: readonly number[] = [465, 993];

/** `host`, `host:port`, or `host:port/none` for a server without encryption in a trusted network. */
function server(env: Environment, name: string, fallback: string): ProviderServer {
  const value = requiredText(env, name, fallback);
  const [, host, port, plain] = /^([^\s:/]+|\[[0-9a-f:]+\])(?::(\d{1,5}))?(\/none)?$/i.exec(value) ?? [];
  if (host === undefined) throw new ConfigError(`${name} must be a host or host:port, not "${value}".`);
  const number = Number(port ?? fallback.split(':')[1]);
  const security = tlsPorts.includes(number) ? 'tls' : 'starttls';
  return { host: host.replace(/^\[|\]$/g, ''), port: number, security: plain ? 'none' : security };
}

function signInOf(env: Environment, provider: MailProvider): MailSignInConfig | undefined {
  const prefix = provider.toUpperCase();
  if (!env[`${prefix}_CLIENT_ID`] && !env[`${prefix}_CLIENT_SECRET`]) return undefined;
  const facts = mailProviderFacts[provider];
  return {
    clientId: requiredText(env, `${prefix}_CLIENT_ID`),
    clientSecret: requiredText(env, `${prefix}_CLIENT_SECRET`),
    authorizeUrl: url(env, `${prefix}_AUTHORIZE_URL`, facts.authorizeUrl),
    tokenUrl: url(env, `${prefix}_TOKEN_URL`, facts.tokenUrl),
    smtp: server(env, `${prefix}_SMTP_HOST`, facts.smtpHost),
    imap: server(env, `${prefix}_IMAP_HOST`, facts.imapHost),
  };
}

export function readMailSignIns(env: Environment): MailSignIns {
  const found = mailProviders.flatMap((provider) => {
    const signIn = signInOf(env, provider);
    return signIn === undefined ? [] : [[provider, signIn] as const];
  });
  return Object.fromEntries(found);
}
