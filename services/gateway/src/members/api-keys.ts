import { hash } from 'node:crypto';
import type { CoreClient } from '../core-client/core-client.ts';
import { GatewayError } from '../errors/errors.ts';
import type { Principal } from './principal.ts';

const cacheMs = 5_000;
const cachedCountMax = 5_000;

export const apiKeyPrefix = 'obk_live_';

interface Identity {
  agentId?: string;
  workspaceId: string;
  scopes: ReadonlySet<string>;
  runsAtOnce: boolean;
}

/** API keys belong to the core, which identifies them. The response is cached for a few seconds, by the key's hash. */
export class ApiKeys {
  readonly #core: CoreClient;
  readonly #recent = new Map<string, { identity: Identity; until: number }>();

  constructor(core: CoreClient) {
    this.#core = core;
  }

  /** Returns the key's principal, or undefined if the core does not know the key. */
  async identify(key: string, requestId: string): Promise<Principal | undefined> {
    const digest = hash('sha256', key);
    const recent = this.#recent.get(digest);
    const identity = recent && recent.until > performance.now() ? recent.identity : await this.#ask(key, requestId);
    if (!identity) {
      this.#recent.delete(digest);
      return undefined;
    }
    if (!recent || recent.identity !== identity) this.#remember(digest, identity);
    const authorization = `Bearer ${key}`;
    const principal = { kind: 'api_key', id: digest, clientId: 'api_key' } as const;
    return { ...principal, ...identity, authorize: async () => authorization };
  }

  async #ask(key: string, requestId: string): Promise<Identity | undefined> {
    const answer = await this.#core.me({ authorization: `Bearer ${key}`, requestId });
    if (answer.ok) {
      const { actor, workspace, scopes, withoutPerson } = answer.envelope.data;
      const runsAtOnce = withoutPerson?.smallChangesAtOnce ?? false;
      return { agentId: actor.id, workspaceId: workspace.id, scopes: new Set(scopes), runsAtOnce };
    }
    const { failure } = answer;
    if (failure.kind !== 'refused') {
      throw new GatewayError(
        'unavailable',
        'The API key cannot be checked: the core does not respond. Nothing was changed.',
        { 'Retry-After': '2' },
      );
    }
    if (failure.status === 429) throw new GatewayError('rate_limited', failure.message, { 'Retry-After': '5' });
    if (failure.status === 401) return undefined;
    throw new GatewayError('forbidden', failure.message);
  }

  #remember(digest: string, identity: Identity): void {
    if (this.#recent.size >= cachedCountMax) this.#recent.clear();
    this.#recent.set(digest, { identity, until: performance.now() + cacheMs });
  }
}
