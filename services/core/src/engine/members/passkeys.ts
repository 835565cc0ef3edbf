import { isIP } from 'node:net';
import type { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { AppError } from '../../errors/errors.ts';
import {
  addPasskey,
  findPasskey,
  listPasskeys,
  notePasskeyUse,
  passkeysMax,
} from '../../store/members/passkey-store.ts';
import { createProof, redeemProof } from '../../store/members/proof-store.ts';
import { findUser, type UserRecord } from '../../store/members/user-store.ts';

type RegistrationResponse = Parameters<typeof verifyRegistrationResponse>[0]['response'];
type AuthenticationResponse = Parameters<typeof verifyAuthenticationResponse>[0]['response'];

/** Loaded on the first use of a passkey, because it takes 6 MB. */
function webAuthn() {
  return import('@simplewebauthn/server');
}

const failed = 'The passkey could not be checked. Try again, or use your password.';

/** Host name for passkeys, or null: browsers support passkeys only for host names, and only over HTTPS. */
export function passkeyHost(baseUrl: string): string | null {
  const { hostname, protocol } = new URL(baseUrl);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return !isAddress && (protocol === 'https:' || hostname === 'localhost') ? hostname : null;
}

function hostOf(baseUrl: string): string {
  const host = passkeyHost(baseUrl);
  if (host === null) throw new AppError('not_found', 'There are no passkeys here: BASE_URL has no name with https.');
  return host;
}

function bytes(base64url: string) {
  return new Uint8Array(Buffer.from(base64url, 'base64url'));
}

/** Options for creating a passkey in the browser. */
export async function beginPasskey(user: UserRecord, baseUrl: string, now: Date) {
  const rpID = hostOf(baseUrl);
  const known = await listPasskeys(user.id);
  if (known.length >= passkeysMax) {
    throw new AppError('limit_reached', `You have ${passkeysMax} passkeys. Remove one that you do not use.`);
  }
  const { generateRegistrationOptions } = await webAuthn();
  return generateRegistrationOptions({
    rpName: 'Outbound',
    rpID,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    challenge: bytes(await createProof('passkey', user.id, now)),
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

export async function addMadePasskey(
  user: UserRecord,
  { name, response }: { name: string; response: string },
  baseUrl: string,
  now: Date,
): Promise<void> {
  const rpID = hostOf(baseUrl);
  const { verifyRegistrationResponse } = await webAuthn();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: parse<RegistrationResponse>(response),
    expectedChallenge: async (challenge) => (await redeemProof('passkey', challenge, now))?.userId === user.id,
    expectedOrigin: new URL(baseUrl).origin,
    expectedRPID: rpID,
  }).catch(refuse);
  if (!verified) throw new AppError('validation_failed', failed);
  const { id, publicKey, counter } = registrationInfo.credential;
  const key = Buffer.from(publicKey).toString('base64url');
  await addPasskey({ id, userId: user.id, name, publicKey: key, counter, createdAt: now, usedAt: null });
}

/** Options for signing in with a passkey. The browser returns which passkey was used. */
export async function beginPasskeySignIn(baseUrl: string, now: Date) {
  const rpID = hostOf(baseUrl);
  const challenge = bytes(await createProof('passkey', null, now));
  const { generateAuthenticationOptions } = await webAuthn();
  return generateAuthenticationOptions({ rpID, challenge, userVerification: 'required' });
}

/** The user who signs in with the passkey. Device and person are two factors, so no second step is needed. */
export async function checkPasskey(response: string, baseUrl: string, now: Date): Promise<UserRecord> {
  const rpID = hostOf(baseUrl);
  const given = parse<AuthenticationResponse>(response);
  const passkey = typeof given.id === 'string' ? await findPasskey(given.id) : null;
  if (passkey === null) throw new AppError('validation_failed', failed);
  const { verifyAuthenticationResponse } = await webAuthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: given,
    expectedChallenge: async (challenge) => (await redeemProof('passkey', challenge, now))?.userId === null,
    expectedOrigin: new URL(baseUrl).origin,
    expectedRPID: rpID,
    credential: { id: passkey.id, publicKey: bytes(passkey.publicKey), counter: passkey.counter },
  }).catch(refuse);
  const user = verified ? await findUser(passkey.userId) : null;
  if (user === null) throw new AppError('validation_failed', failed);
  await notePasskeyUse(user.id, passkey.id, authenticationInfo.newCounter, now);
  return user;
}

function parse<Response>(text: string): Response {
  try {
    return JSON.parse(text) as Response;
  } catch {
    throw new AppError('validation_failed', failed);
  }
}

function refuse(cause: unknown): never {
  throw new AppError('validation_failed', failed, { cause });
}
