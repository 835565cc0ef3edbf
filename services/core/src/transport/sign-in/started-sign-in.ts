import { generateRandomCodeVerifier } from 'oauth4webapi';
import type { MailProvider } from '../../domain/mailboxes/mail-providers.ts';
import { AppError } from '../../errors/errors.ts';
import { seal, unseal } from '../../secrets/secret-box.ts';
import type { Config } from '../../settings/config.ts';
import type { MailSignInConfig } from '../../settings/mail-sign-in-config.ts';
import { consentUrl } from './provider-tokens.ts';

/** Sign-in between consent and callback. Passed as the sealed `state`, and opens only in the same session. */
export interface StartedSignIn {
  provider: MailProvider;
  workspaceId: string;
  /** As entered. Null means that the provider names it. */
  address: string | null;
  /** PKCE code verifier. */
  verifier: string;
  endsAt: string;
}

const lifetimeMs = 15 * 60_000;

function contextOf(sessionId: string): string {
  return `mail sign-in ${sessionId}`;
}

/** Returns the URL for the browser. */
export function beginSignIn(
  signIn: MailSignInConfig,
  request: Pick<StartedSignIn, 'provider' | 'workspaceId' | 'address'> & { redirectUri: string; sessionId: string },
  { keyRing }: Pick<Config, 'keyRing'>,
  now: Date,
): Promise<string> {
  const { provider, workspaceId, address, redirectUri, sessionId } = request;
  const verifier = generateRandomCodeVerifier();
  const endsAt = new Date(now.getTime() + lifetimeMs).toISOString();
  const started: StartedSignIn = { provider, workspaceId, address, verifier, endsAt };
  const state = seal(keyRing, contextOf(sessionId), JSON.stringify(started));
  return consentUrl(provider, signIn, { redirectUri, state, verifier, address });
}

export function openSignIn(
  state: string,
  sessionId: string,
  { keyRing }: Pick<Config, 'keyRing'>,
  now: Date,
): StartedSignIn {
  const started = read(state, sessionId, keyRing);
  if (started !== null && new Date(started.endsAt) > now) return started;
  throw new AppError('invalid_state', 'This sign-in has expired, or was begun in another browser: begin again.');
}

function read(state: string, sessionId: string, keyRing: Config['keyRing']): StartedSignIn | null {
  try {
    return JSON.parse(unseal(keyRing, contextOf(sessionId), state)) as StartedSignIn;
  } catch {
    return null;
  }
}
