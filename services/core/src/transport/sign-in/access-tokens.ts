import { mailProviderFacts } from '../../domain/mailboxes/mail-providers.ts';
import { seal, unseal } from '../../secrets/secret-box.ts';
import type { Config } from '../../settings/config.ts';
import { findSignIn, noteWithdrawn, saveTokens } from '../../store/mailboxes/mailbox-sign-in-store.ts';
import type { MailboxRecord, MailboxSignIn } from '../../store/mailboxes/mailbox-store.ts';
import { renewTokens, SignInRefused } from './provider-tokens.ts';

type SignedInMailbox = Pick<MailboxRecord, 'workspaceId' | 'id'>;

/** The access tokens of mailboxes whose owners signed in with a provider. */
export interface AccessTokens {
  /** One that is valid for some minutes yet. Throws SignInRefused when the provider gives none any more. */
  tokenFor(mailbox: SignedInMailbox): Promise<string>;
  /** The mail server did not take this one: the next is a new one. */
  discard(mailbox: SignedInMailbox, token: string): void;
}

/** A dialogue may take minutes; the token must outlive it. */
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
      // Several connections of one mailbox renew it once.
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
    // Another worker may have renewed it with the same token a moment before: then that one counts.
    const current = await findSignIn(workspaceId, id);
    if (current !== null && current.refreshSecret !== before.refreshSecret && current.accessSecret !== null) {
      return { token: unseal(config.keyRing, workspaceId, current.accessSecret), expiresAt: current.expiresAt };
    }
    await noteWithdrawn(workspaceId, id, before, now);
    throw error;
  }
}
