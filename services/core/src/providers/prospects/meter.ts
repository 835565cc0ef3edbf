import type { RevealedPerson } from '../../domain/prospects/prospect.ts';
import type { PeopleKind } from '../../domain/workspaces/providers/provider-kinds.ts';

/** Answer of a provider, and the number of its own credits that it bills for it. */
export interface Billed<Answer> {
  answer: Answer;
  cost: number;
}

/** Number of a request that the provider works on, kept so that the request is not sent again after an interruption. */
export interface OpenRequest {
  id: string | null;
  save(id: string): Promise<void>;
}

/** Answer to a question about one person. `cost`: billed now, in the provider's credits. */
export interface Answered extends Billed<RevealedPerson | null> {
  /** True if the process ended before the answer of an earlier attempt, so that the provider can have billed it twice. */
  isUnconfirmed: boolean;
  /** True if the answer was known from an earlier question. */
  isKnown: boolean;
}

/** Counts what a workspace spends at one provider, and asks no question twice. Implemented by the engine. */
export interface Meter {
  /** Throws `budget_exhausted` if the month's budget has less than `costMax` left. */
  search<T extends { cost: number }>(costMax: number, ask: () => Promise<T>): Promise<T>;
  /** `question`: identifies the person. */
  ask(
    question: object,
    costMax: number,
    ask: (request: OpenRequest) => Promise<Billed<RevealedPerson | null>>,
  ): Promise<Answered>;
}

/** A workspace's own key for a provider of people. */
export interface OwnKey {
  kind: PeopleKind;
  apiKey: string;
}

/** Providers of each workspace. Implemented by the engine. */
export interface ProviderAccess {
  /** Its own keys, in its own order. */
  keysOf(workspaceId: string): Promise<OwnKey[]>;
  meterOf(workspaceId: string, kind: PeopleKind): Meter;
}
