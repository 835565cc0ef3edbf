import { hash } from 'node:crypto';
import type { CoreClient } from '../core-client/core-client.ts';
import { GatewayError } from '../errors/errors.ts';
import type { Principal } from './principal.ts';
import { ShortMemory } from './short-memory.ts';

export const apiKeyPrefix = 'obk_live_';

interface Identity {
  agentId?: string;
  workspaceId: string;
  scopes: ReadonlySet<string>;
  runsAtOnce: boolean;
}

/** API keys belong to the core, which identifies them. The response is cached for a moment, by the key's hash. */
export class ApiKeys {
  readonly #core: CoreClient;
  readonly #known = new ShortMemory<Identity | undefined>((identity) => identity !== undefined);

  constructor(core: CoreClient) {
    this.#core = core;
  }

  /** Returns the key's principal, or undefined if the core does not know the key. */
  async identify(key: string, requestId: string): Promise<Principal | undefined> {
    const id = hash('sha256', key);
    const identity = await this.#known.remember(id, () => this.#ask(key, requestId));
    if (!identity) return undefined;
    const authorization = `Bearer ${key}`;
    return {
      kind: 'api_key',
      id,
      clientId: 'api_key',
      ...identity,
      authorize: async () => authorization,
      isInForce: async () => (await this.#known.remember(id, () => this.#ask(key, requestId))) !== undefined,
      forget: () => this.#known.forget(id),
    };
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
}
