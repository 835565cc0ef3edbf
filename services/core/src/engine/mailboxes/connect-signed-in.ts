import { type MailProvider, mailProviderFacts } from '../../domain/mailboxes/mail-providers.ts';
import type { Actor } from '../../domain/members/actor.ts';
import { newId } from '../../domain/values/ids.ts';
import { AppError } from '../../errors/errors.ts';
import { seal } from '../../secrets/secret-box.ts';
import type { Config } from '../../settings/config.ts';
import type { MailSignInConfig, ProviderServer } from '../../settings/mail-sign-in-config.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import {
  findMailboxByAddress,
  insertMailbox,
  listMailboxes,
  type MailboxRecord,
  type MailboxSignIn,
  type MailServerSettings,
  mailboxesMax,
  updateMailbox,
} from '../../store/mailboxes/mailbox-store.ts';
import { resetClock } from '../../store/workspaces/workspace-clock-store.ts';
import type { ProviderTokens } from '../../transport/sign-in/provider-tokens.ts';
import type { Ports } from '../context/ports.ts';
import { returnInventedCredits } from '../workspaces/invented-people.ts';
import { retryMailbox } from './wake-mailboxes.ts';

const dailyCapDefault = 50;

interface Deps {
  config: Pick<Config, 'keyRing'>;
  ports: Pick<Ports, 'mail'>;
}

interface Consent {
  provider: MailProvider;
  signIn: MailSignInConfig;
  tokens: ProviderTokens;
  address: string;
  /** Person who signed in. */
  actor: Actor;
}

function serverOf({ host, port, security }: ProviderServer, username: string): MailServerSettings {
  return { host, port, security, username, secret: null };
}

/** Checks that the provider granted all scopes for sending and reading. Google lets people deselect some. */
function checkScope({ provider, tokens: { scope, refreshToken } }: Consent): void {
  const { label, scopes } = mailProviderFacts[provider];
  const needed = scopes.filter((one) => one.startsWith('https:'));
  const granted = scope?.split(' ') ?? [];
  // Some providers return short scope names, or none.
  const isNamed = granted.some((one) => one.startsWith('https:'));
  if (isNamed && needed.some((one) => !granted.includes(one))) {
    throw new AppError('validation_failed', 'Sending and reading was not allowed: connect again and leave it ticked.');
  }
  if (refreshToken !== null) return;
  const message = `${label} gave access for an hour only: take the application’s access away in the account’s settings, then connect again.`;
  throw new AppError('validation_failed', message);
}

/** Asks the mail servers whether this token is valid for this address. */
async function checkServers(smtp: MailServerSettings, imap: MailServerSettings, token: string, { ports }: Deps) {
  const problem =
    (await ports.mail.checkToken('imap', imap, token)) ?? (await ports.mail.checkToken('smtp', smtp, token));
  if (problem !== null) throw new AppError('validation_failed', problem);
}

/**
 * Connects the mailbox that a person has just signed in to, or restores access to an existing one. If it fails, throws
 * an AppError that tells the person what to do.
 */
export async function connectSignedIn(
  workspaceId: string,
  consent: Consent,
  deps: Deps,
  now: Date,
): Promise<MailboxRecord> {
  checkScope(consent);
  const { provider, tokens, signIn: settings } = consent;
  const address = consent.address.toLowerCase();
  const smtp = serverOf(settings.smtp, address);
  const imap = serverOf(settings.imap, address);
  await checkServers(smtp, imap, tokens.accessToken, deps);
  const sealed = (token: string) => seal(deps.config.keyRing, workspaceId, token);
  const signIn: MailboxSignIn = {
    provider,
    refreshSecret: sealed(tokens.refreshToken!),
    accessSecret: sealed(tokens.accessToken),
    expiresAt: tokens.expiresAt,
    connectedAt: now,
    withdrawnAt: null,
  };
  return inTransaction(() => storeMailbox(workspaceId, { address, smtp, imap, signIn }, consent.actor, now));
}

type Connected = Pick<MailboxRecord, 'address' | 'smtp' | 'imap' | 'signIn'>;

async function storeMailbox(
  workspaceId: string,
  connected: Connected,
  actor: Actor,
  now: Date,
): Promise<MailboxRecord> {
  const existing = await findMailboxByAddress(workspaceId, connected.address);
  if (existing?.kind === 'smtp') {
    const { smtp, imap, signIn } = connected;
    const healed = existing.state === 'failing' ? { state: 'active' as const } : {};
    const free = { lastError: null, readFailureCount: 0, leaseUntil: new Date(0) };
    const updated = await updateMailbox(workspaceId, existing.id, { smtp, imap, signIn, ...healed, ...free }, now);
    await retryMailbox(workspaceId, existing.id, now);
    return updated!;
  }
  if ((await listMailboxes(workspaceId)).length >= mailboxesMax) {
    throw new AppError('limit_reached', `A workspace can have ${mailboxesMax} mailboxes.`);
  }
  const mailbox = await insertMailbox(workspaceId, { kind: 'smtp', dailyCap: dailyCapDefault, ...connected }, now);
  await resetClock(workspaceId);
  const reason = { operationId: newId('op'), actor, action: 'connect_mailbox', subjectIds: [mailbox.id] };
  await returnInventedCredits(workspaceId, reason, now);
  return mailbox;
}
