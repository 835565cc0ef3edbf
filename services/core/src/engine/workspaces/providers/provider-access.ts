import { digestOf } from '../../../domain/values/canonical-json.ts';
import {
  isPeopleKind,
  type PeopleKind,
  type ProviderKind,
  providerNames,
} from '../../../domain/workspaces/providers/provider-kinds.ts';
import { AppError } from '../../../errors/errors.ts';
import type { Answered, Meter, ProviderAccess } from '../../../providers/prospects/meter.ts';
import { NoAnswer } from '../../../providers/provider-request.ts';
import type { KeyRing } from '../../../secrets/key-ring.ts';
import { unseal } from '../../../secrets/secret-box.ts';
import {
  type Question,
  type QuestionKey,
  releaseQuestion,
  saveAnswer,
  saveRequest,
  startQuestion,
  takeQuestion,
  withdrawAttempt,
} from '../../../store/workspaces/providers/provider-question-store.ts';
import { listProviders, type ProviderRecord } from '../../../store/workspaces/providers/provider-store.ts';
import { reserveUsage, returnUsage } from '../../../store/workspaces/providers/provider-usage-store.ts';

/** A question is repeated once, because its first answer can be lost. */
const attemptsMax = 2;

/** API key of a provider. Empty if it needs none. */
export function openKey({ workspaceId, sealedKey }: ProviderRecord, keyRing: KeyRing): string {
  return sealedKey === null ? '' : unseal(keyRing, workspaceId, sealedKey);
}

export function createProviderAccess({ keyRing }: { keyRing: KeyRing }): ProviderAccess {
  return {
    async keysOf(workspaceId) {
      const active = (await listProviders(workspaceId)).filter(({ isActive }) => isActive);
      return active.flatMap((provider) =>
        isPeopleKind(provider.kind) ? [{ kind: provider.kind, apiKey: openKey(provider, keyRing) }] : [],
      );
    },
    meterOf,
  };
}

/** Takes the cost from the budget before a call, and gives back what it did not cost. */
export async function metered<T extends { cost: number }>(
  workspaceId: string,
  kind: ProviderKind,
  costMax: number,
  ask: () => Promise<T>,
): Promise<T> {
  const now = new Date();
  const own = (await listProviders(workspaceId)).find((provider) => provider.kind === kind);
  if (!(await reserveUsage(workspaceId, kind, costMax, own?.monthlyBudget ?? null, now)))
    throw new AppError(
      'budget_exhausted',
      `The monthly budget of ${providerNames[kind]} is used up. An admin can raise it.`,
    );
  try {
    const answer = await ask();
    await returnUsage(workspaceId, kind, costMax - answer.cost, now);
    return answer;
  } catch (error) {
    // Without an answer, the call may have been billed.
    if (!(error instanceof NoAnswer)) await returnUsage(workspaceId, kind, costMax, now);
    throw error;
  }
}

function meterOf(workspaceId: string, kind: PeopleKind): Meter {
  return {
    search: (costMax, ask) => metered(workspaceId, kind, costMax, ask),
    async ask(question, costMax, ask) {
      const key = { workspaceId, kind, digest: digestOf(question) };
      const start = await begin(key, emailsOf(question), new Date());
      if ('known' in start) return start.known;
      let requestId = start.requestId;
      const request = {
        id: requestId,
        save: async (id: string) => {
          requestId = id;
          await saveRequest(key, id);
        },
      };
      try {
        const { answer, cost } = await metered(workspaceId, kind, costMax, () => ask(request));
        await saveAnswer(key, { person: answer, cost });
        return { answer, cost, isUnconfirmed: start.isUnconfirmed, isKnown: false };
      } catch (error) {
        await afterFailure(key, error, requestId !== null);
        throw error;
      }
    },
  };
}

function emailsOf(question: object): string[] {
  return 'email' in question && typeof question.email === 'string' ? [question.email] : [];
}

type Start = { known: Answered } | { requestId: string | null; isUnconfirmed: boolean };

async function begin(key: QuestionKey, emails: string[], now: Date): Promise<Start> {
  const earlier = await startQuestion(key, emails, now);
  if (earlier === null) return { requestId: null, isUnconfirmed: false };
  if (earlier.state === 'answered') return { known: knownAnswer(earlier) };
  const isRunning = earlier.heldUntil > now;
  const requestId = earlier.requestId ?? null;
  if (!isRunning && requestId === null && earlier.attempts >= attemptsMax)
    return { known: { answer: null, cost: 0, isUnconfirmed: true, isKnown: true } };
  if (isRunning || !(await takeQuestion(key, earlier, now))) {
    throw new AppError(
      'provider_failed',
      `${providerNames[key.kind]} is being asked this already: try again in a minute.`,
      {
        retryAfterSeconds: 60,
      },
    );
  }
  return { requestId, isUnconfirmed: requestId === null };
}

function knownAnswer({ person, attempts }: Question): Answered {
  return { answer: person, cost: 0, isUnconfirmed: attempts > 1, isKnown: true };
}

/** Keeps a question that the provider may have answered and billed. Otherwise, it was not asked. */
async function afterFailure(key: QuestionKey, error: unknown, isRequested: boolean): Promise<void> {
  if (isRequested || error instanceof NoAnswer) await releaseQuestion(key);
  else await withdrawAttempt(key);
}
