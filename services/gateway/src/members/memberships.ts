import { randomUUID } from 'node:crypto';
import type { CoreClient } from '../core-client/core-client.ts';
import type { Connection } from '../store/connection-store.ts';
import { defaultDailyLimits } from '../store/connection-store.ts';
import type { CoreTokenSigner, CoreTokenSubject } from './core-token.ts';
import { ShortMemory } from './short-memory.ts';

/**
 * Standing of a connection at the core: good (with the scopes that its person's role allows), lost with its person's
 * authority, or refused by the workspace with a reason.
 */
export type Standing = { is: 'good'; scopes?: readonly string[] } | { is: 'lost' } | { is: 'refused'; reason: string };

/** Checks with the core whether a connection is still in force. Good results are cached for a moment. */
export class Memberships {
  readonly #core: Pick<CoreClient, 'me'>;
  readonly #signer: CoreTokenSigner;
  readonly #known = new ShortMemory<Standing>(({ is }) => is === 'good');

  constructor(core: Pick<CoreClient, 'me'>, signer: CoreTokenSigner) {
    this.#core = core;
    this.#signer = signer;
  }

  standingOf(connection: Connection): Promise<Standing> {
    return this.#known.remember(connection._id, () => this.askAbout(connection));
  }

  /** Bypasses the cache, for what grants something new: a refresh, or the first token. */
  askAbout(connection: Connection): Promise<Standing> {
    const { _id: grantId, dailyLimits = defaultDailyLimits } = connection;
    return this.ask({ ...connection, grantId, dailyLimits });
  }

  forget(grantId: string): void {
    this.#known.forget(grantId);
  }

  /**
   * Only an explicit rejection by the core counts. If the core is down, the connection stays good and is checked again.
   */
  async ask(subject: CoreTokenSubject): Promise<Standing> {
    const token = await this.#signer.sign(subject);
    const answer = await this.#core.me({ authorization: `Bearer ${token}`, requestId: randomUUID() });
    if (answer.ok) return { is: 'good', scopes: answer.envelope.data.scopes };
    if (answer.failure.kind !== 'refused') return { is: 'good' };
    if (answer.failure.status === 401) return { is: 'lost' };
    return answer.failure.status === 403 ? { is: 'refused', reason: answer.failure.message } : { is: 'good' };
  }
}
