import { hash } from 'node:crypto';
import type { CoreClient } from '../core-client/core-client.ts';
import { GatewayError } from '../errors.ts';
import type { Principal } from './principal.ts';

const CACHE_MS = 5_000;
const CACHE_MAX = 5_000;

export const API_KEY_PREFIX = 'obk_live_';

type Identity = { workspaceId: string; scopes: ReadonlySet<string> };
type Me = { workspace?: { id?: string }; workspaceId?: string; scopes?: string[] };

/** API keys belong to the core: it says who they are. The answer is kept for some seconds, by the key's hash. */
export class ApiKeys {
  readonly #core: CoreClient;
  readonly #recent = new Map<string, { identity: Identity; until: number }>();

  constructor(core: CoreClient) {
    this.#core = core;
  }

  /** The key's principal, or undefined when the core does not know the key. */
  async identify(key: string, requestId: string): Promise<Principal | undefined> {
    const digest = hash('sha256', key);
    const recent = this.#recent.get(digest);
    const identity = recent && recent.until > Date.now() ? recent.identity : await this.#ask(key, requestId);
    if (!identity) {
      this.#recent.delete(digest);
      return undefined;
    }
    if (!recent || recent.identity !== identity) this.#remember(digest, identity);
    const authorization = `Bearer ${key}`;
    return { kind: 'api_key', id: digest, clientId: 'api_key', ...identity, authorize: async () => authorization };
  }

  async #ask(key: string, requestId: string): Promise<Identity | undefined> {
    const answer = await this.#core.me({ authorization: `Bearer ${key}`, requestId });
    if (answer.ok) {
      const { workspace, workspaceId, scopes = [] } = answer.envelope.data as Me;
      return { workspaceId: workspace?.id ?? workspaceId ?? '', scopes: new Set(scopes) };
    }
    const { failure } = answer;
    if (failure.kind !== 'refused') {
      throw new GatewayError('unavailable', 'The service is unavailable; nothing was changed.', { 'Retry-After': '2' });
    }
    if (failure.status === 429) throw new GatewayError('rate_limited', failure.message, { 'Retry-After': '5' });
    if (failure.status === 401) return undefined;
    throw new GatewayError('forbidden', failure.message);
  }

  #remember(digest: string, identity: Identity): void {
    if (this.#recent.size >= CACHE_MAX) this.#recent.clear();
    this.#recent.set(digest, { identity, until: Date.now() + CACHE_MS });
  }
}
