import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Principal } from '../members/principal.ts';
import type { AnswerStore } from '../store/answer-store.ts';
import type { Answer, Person, Question } from '../tools/ask-person.ts';
import type { ClientRequest, SettledAnswer } from './catalog/catalog.ts';
import type { Abilities } from './client-abilities.ts';

const answerMaxMs = 5 * 60_000;
/** Equals the lifetime of a preview, because an answer may arrive after the call has ended. */
const questionKeptMs = 15 * 60_000;
const pollMs = 200;
const requestIdPrefix = 'ask-';

export type Write = (message: JSONRPCMessage) => void;

/** Revisions up to 2025-11-25: questions to the client are sent in the stream of the call that needs the answer. */
export function clientBehind(
  answers: AnswerStore,
  principal: Principal,
  write: Write,
  signal: AbortSignal,
): ClientRequest {
  const owner = { principalId: principal.id, workspaceId: principal.workspaceId };
  return async (method, params, about) => {
    const id = `${requestIdPrefix}${randomUUID()}`;
    await answers.expect(id, owner, new Date(Date.now() + questionKeptMs), about);
    write({ jsonrpc: '2.0', id, method, params });
    return waitForAnswer(answers, id, performance.now() + answerMaxMs, signal);
  };
}

export function personBehind({ canAnswer, canOpenPages }: Abilities, request: ClientRequest): Person | undefined {
  if (!canAnswer && !canOpenPages) return undefined;
  const ask = async (question: Question) =>
    actionIn(await request('elicitation/create', elicitationOf(question), question.about));
  return { canAnswer, canOpenPages, ask };
}

/** Accepts a client's response to a question. Undefined if no such question is open. */
export async function takeAnswer(
  answers: AnswerStore,
  principal: Principal,
  message: object,
): Promise<SettledAnswer | undefined> {
  const { id, result, error } = message as { id?: unknown; result?: unknown; error?: unknown };
  if (typeof id !== 'string' || !id.startsWith(requestIdPrefix)) return undefined;
  const owner = { principalId: principal.id, workspaceId: principal.workspaceId };
  // An error is not an answer: the client asked no one.
  const given = error === undefined ? result : { action: 'failed' };
  const question = await answers.take(id, owner, given);
  if (question === null) return undefined;
  return { about: question.about, answer: actionIn(given), isAwaited: question.isAwaited };
}

/** Action of the person, regardless of the rest of the client's result. */
export function actionIn(result: unknown): Answer {
  const { action } = (result ?? {}) as { action?: unknown };
  return action === 'accept' || action === 'decline' || action === 'failed' ? action : 'cancel';
}

function elicitationOf({ message, url }: Question): Record<string, unknown> {
  if (url !== undefined) return { mode: 'url', message, url, elicitationId: randomUUID() };
  return { mode: 'form', message, requestedSchema: { type: 'object', properties: {} } };
}

async function waitForAnswer(answers: AnswerStore, id: string, until: number, signal: AbortSignal): Promise<unknown> {
  while (performance.now() < until && !signal.aborted) {
    const result = await answers.read(id);
    if (result !== undefined) return forgetting(answers, id, result);
    await pause(pollMs);
  }
  if (await answers.abandon(id)) return { action: 'cancel' };
  // The answer arrived at the last moment, while the call was still open.
  return forgetting(answers, id, await answers.read(id));
}

async function forgetting(answers: AnswerStore, id: string, result: unknown): Promise<unknown> {
  await answers.forget(id);
  return result;
}
