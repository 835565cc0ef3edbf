import { randomUUID } from 'node:crypto';
import type { CoreClient } from '../core-client/core-client.ts';
import type { Connection } from '../store/connection-store.ts';
import { defaultDailyLimits } from '../store/connection-store.ts';
import type { CoreTokenSigner, CoreTokenSubject } from './core-token.ts';

const cacheMs = 5_000;
const cachedCountMax = 5_000;

/** What the core says of a connection: good, ended with its person's membership, or refused by the workspace and why. */
export type Standing = { is: 'good' } | { is: 'lost' } | { is: 'refused'; reason: string };

/** Whether a connection still counts in its workspace: the core knows. Kept for some seconds. */
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
    if ((this.#knownUntil.get(grantId) ?? 0) > Date.now()) return { is: 'good' };
    const standing = await this.ask({ ...connection, grantId, dailyLimits });
    if (standing.is === 'good') this.#remember(grantId);
    return standing;
  }

  /** Only the core's refusal counts: one that is down has said nothing, and is asked again. */
  async ask(subject: CoreTokenSubject): Promise<Standing> {
    const token = await this.#signer.sign(subject);
    const answer = await this.#core.me({ authorization: `Bearer ${token}`, requestId: randomUUID() });
    if (answer.ok || answer.failure.kind !== 'refused') return { is: 'good' };
    if (answer.failure.status === 401) return { is: 'lost' };
    return answer.failure.status === 403 ? { is: 'refused', reason: answer.failure.message } : { is: 'good' };
  }

  #remember(grantId: string): void {
    if (this.#knownUntil.size >= cachedCountMax) this.#knownUntil.clear();
    this.#knownUntil.set(grantId, Date.now() + cacheMs);
  }
}
