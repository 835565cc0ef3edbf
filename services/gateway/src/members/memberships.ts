import { randomUUID } from 'node:crypto';
import type { CoreClient } from '../core-client/core-client.ts';
import type { Connection } from '../store/connection-store.ts';
import { defaultDailyLimits } from '../store/connection-store.ts';
import type { CoreTokenSigner, CoreTokenSubject } from './core-token.ts';

const cacheMs = 5_000;
const cachedCountMax = 5_000;

/**
 * Standing of a connection at the core: good, lost with its person's membership, or refused by the workspace with a
 * reason.
 */
export type Standing = { is: 'good' } | { is: 'lost' } | { is: 'refused'; reason: string };

/**
 * Checks with the core whether a connection is still valid in its workspace. Good results are cached for a few seconds.
 */
export class Memberships {
  readonly #core: Pick<CoreClient, 'me'>;
  readonly #signer: CoreTokenSigner;
  readonly #knownUntil = new Map<string, number>();

  constructor(core: Pick<CoreClient, 'me'>, signer: CoreTokenSigner) {
    this.#core = core;
    this.#signer = signer;
  }

  async standingOf(connection: Connection): Promise<Standing> {
    const { _id: grantId, dailyLimits = defaultDailyLimits } = connection;
    if ((this.#knownUntil.get(grantId) ?? 0) > performance.now()) return { is: 'good' };
    const standing = await this.ask({ ...connection, grantId, dailyLimits });
    if (standing.is === 'good') this.#remember(grantId);
    return standing;
  }

  /**
   * Only an explicit rejection by the core counts. If the core is down, the connection stays good and is checked again.
   */
  async ask(subject: CoreTokenSubject): Promise<Standing> {
    const token = await this.#signer.sign(subject);
    const answer = await this.#core.me({ authorization: `Bearer ${token}`, requestId: randomUUID() });
    if (answer.ok || answer.failure.kind !== 'refused') return { is: 'good' };
    if (answer.failure.status === 401) return { is: 'lost' };
    return answer.failure.status === 403 ? { is: 'refused', reason: answer.failure.message } : { is: 'good' };
  }

  #remember(grantId: string): void {
    if (this.#knownUntil.size >= cachedCountMax) this.#knownUntil.clear();
    this.#knownUntil.set(grantId, performance.now() + cacheMs);
  }
}
