import { mailProviderFacts } from '../../domain/mailboxes/mail-providers.ts';
import { seal, unseal } from '../../secrets/secret-box.ts';
import type { Config } from '../../settings/config.ts';
import { findSignIn, noteWithdrawn, saveTokens } from '../../store/mailboxes/mailbox-sign-in-store.ts';
import type { MailboxRecord, MailboxSignIn } from '../../store/mailboxes/mailbox-store.ts';
import { renewTokens, SignInRefused } from './provider-tokens.ts';

type SignedInMailbox = Pick<MailboxRecord, 'workspaceId' | 'id'>;

/** Access tokens of mailboxes whose owners signed in with a provider. */
export interface AccessTokens {
  /** Token that is valid for several more minutes. Throws SignInRefused if the provider no longer issues one. */
  tokenFor(mailbox: SignedInMailbox): Promise<string>;
  /** Reports that the mail server rejected this token, so that the next one is new. */
  discard(mailbox: SignedInMailbox, token: string): void;
}

/** A dialogue can take minutes, and the token must outlive it. */
const renewBeforeMs = 5 * 60_000;
const keptMax = 10_000;

type Settings = Pick<Config, 'keyRing' | 'mailSignIns'>;

interface Kept {
  token: string;
  expiresAt: Date;
}

export function createAccessTokens(config: Settings, now: () => Date): AccessTokens {
  const kept = new Map<string, Kept>();
  const discarded = new Map<string, string>();
  const running = new Map<string, Promise<string>>();
  const isFresh = ({ expiresAt }: Kept) => expiresAt.getTime() - now().getTime() > renewBeforeMs;

  async function fetchToken(mailbox: SignedInMailbox): Promise<string> {
    const { workspaceId, id } = mailbox;
    const signIn = await findSignIn(workspaceId, id);
    if (signIn === null) throw new SignInRefused('invalid_grant', 'The sign-in was removed.');
    const stored = storedToken(signIn, mailbox);
    const isUsable = stored !== null && isFresh(stored) && stored.token !== discarded.get(id);
    const next = isUsable ? stored : await renew(config, mailbox, signIn, now());
    if (kept.size >= keptMax) kept.clear();
    kept.set(id, next);
    discarded.delete(id);
    return next.token;
  }

  function storedToken({ accessSecret, expiresAt }: MailboxSignIn, { workspaceId }: SignedInMailbox): Kept | null {
    return accessSecret === null ? null : { token: unseal(config.keyRing, workspaceId, accessSecret), expiresAt };
  }

  return {
    async tokenFor(mailbox) {
      const known = kept.get(mailbox.id);
      if (known !== undefined && isFresh(known)) return known.token;
      // Several connections of one mailbox renew it only once.
      const renewal = running.get(mailbox.id) ?? fetchToken(mailbox).finally(() => running.delete(mailbox.id));
      running.set(mailbox.id, renewal);
      return renewal;
    },
    discard({ id }, token) {
      if (kept.get(id)?.token === token) kept.delete(id);
      discarded.set(id, token);
    },
  };
}

async function renew(
  config: Settings,
  { workspaceId, id }: SignedInMailbox,
  before: MailboxSignIn,
  now: Date,
): Promise<Kept> {
  const settings = config.mailSignIns[before.provider];
  const { label } = mailProviderFacts[before.provider];
  if (settings === undefined) throw new SignInRefused('unauthorized_client', `Sign-in with ${label} is not set up.`);
  if (before.refreshSecret === null) throw new SignInRefused('invalid_grant', 'There is no token to renew it with.');
  try {
    const refreshToken = unseal(config.keyRing, workspaceId, before.refreshSecret);
    const { accessToken, expiresAt, refreshToken: next } = await renewTokens(settings, refreshToken, now);
    const sealed = (token: string) => seal(config.keyRing, workspaceId, token);
    const refreshSecret = next === null || next === refreshToken ? before.refreshSecret : sealed(next);
    await saveTokens(workspaceId, id, before, { refreshSecret, accessSecret: sealed(accessToken), expiresAt });
    return { token: accessToken, expiresAt };
  } catch (error) {
    if (!(error instanceof SignInRefused) || error.error !== 'invalid_grant') throw error;
    // Another worker can have just renewed it with the same token. Its token then counts.
    const current = await findSignIn(workspaceId, id);
    if (current !== null && current.refreshSecret !== before.refreshSecret && current.accessSecret !== null) {
      return { token: unseal(config.keyRing, workspaceId, current.accessSecret), expiresAt: current.expiresAt };
    }
    await noteWithdrawn(workspaceId, id, before, now);
    throw error;
  }
}
