import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
import type { SecretStore } from '../store/secret-store.ts';

const tokenLifetimeS = 60;
/** A token is reused while at least half of its lifetime is left, which makes the core's own cache effective. */
const reuseMs = 30_000;
const cachedCountMax = 1_000;

export interface CoreTokenSubject {
  grantId: string;
  userId: string;
  workspaceId: string;
  scopes: readonly string[];
  clientId: string;
  clientName: string;
  clientHost?: string;
  runsAtOnce?: boolean;
  /** Stamp of the person's authority when they connected the client. The core rejects it once that authority ended. */
  stamp?: string;
  dailyLimits: { credits: number | null; recipients: number | null };
}

/** Signs the short-lived tokens with which the gateway acts for a user at the core. */
export class CoreTokenSigner {
  readonly #issuer: string;
  readonly #keyId: string;
  readonly #privateKey: Awaited<ReturnType<typeof importJWK>>;
  readonly #publicJwk: JWK;
  readonly #recent = new Map<string, { token: string; until: number }>();

  private constructor(issuer: string, jwk: JWK, privateKey: Awaited<ReturnType<typeof importJWK>>) {
    const { kty, crv, x, y, kid } = jwk;
    this.#issuer = issuer;
    this.#keyId = kid as string;
    this.#privateKey = privateKey;
    this.#publicJwk = { kty, crv, x, y, kid, alg: 'ES256', use: 'sig' };
  }

  static async create(issuer: string, secrets: SecretStore): Promise<CoreTokenSigner> {
    const jwk = await secrets.obtain('core-token-key', makeKey);
    return new CoreTokenSigner(issuer, jwk, await importJWK(jwk, 'ES256'));
  }

  /** The public half, for the core (RFC 7517). */
  get jwks(): { keys: JWK[] } {
    return { keys: [this.#publicJwk] };
  }

  async sign(subject: CoreTokenSubject, previewId?: string): Promise<string> {
    const claims = { ...claimsOf(subject), ...(previewId && { preview_id: previewId }) };
    // Subjects carry more than the claims, such as the time of their last use.
    const cacheKey = previewId ? undefined : JSON.stringify([subject.userId, claims]);
    const recent = cacheKey && this.#recent.get(cacheKey);
    if (recent && recent.until > performance.now()) return recent.token;
    const token = await this.#make(subject.userId, claims);
    if (cacheKey) this.#remember(cacheKey, token);
    return token;
  }

  #make(userId: string, claims: JWTPayload): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: this.#keyId, typ: 'JWT' })
      .setIssuer(this.#issuer)
      .setAudience('outbound-core')
      .setSubject(userId)
      .setIssuedAt()
      .setExpirationTime(`${tokenLifetimeS}s`)
      .sign(this.#privateKey);
  }

  #remember(cacheKey: string, token: string): void {
    if (this.#recent.size >= cachedCountMax) this.#recent.clear();
    this.#recent.set(cacheKey, { token, until: performance.now() + reuseMs });
  }
}

function claimsOf(subject: CoreTokenSubject): JWTPayload {
  const { grantId, workspaceId, scopes, clientId, clientName, clientHost, dailyLimits, runsAtOnce, stamp } = subject;
  return {
    grant_id: grantId,
    credits_per_day: dailyLimits.credits,
    recipients_per_day: dailyLimits.recipients,
    workspace: workspaceId,
    scope: scopes.join(' '),
    client_id: clientId,
    client_name: clientName,
    ...(clientHost && { client_host: clientHost }),
    ...(runsAtOnce && { runs_at_once: true }),
    ...(stamp && { stamp }),
  };
}

async function makeKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: `core-${crypto.randomUUID()}`, alg: 'ES256' };
}
